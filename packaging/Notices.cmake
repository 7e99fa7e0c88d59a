# lanecl_install_notices(FOLDER FILES...): the licences of the Debian packages that libraries and archives come from.
function(lanecl_install_notices folder)
  foreach(file ${ARGN})
    file(REAL_PATH "${file}" file)
    # Packages may still name what lies in /usr/lib by its place before /usr was merged, /lib.
    string(REGEX REPLACE "^/usr" "" before "${file}")
    execute_process(COMMAND dpkg-query --search "${file}" "${before}" OUTPUT_VARIABLE owner ERROR_QUIET)
    if(owner MATCHES "^([^:,]+)")
      file(INSTALL DESTINATION "${folder}" TYPE FILE FILES /usr/share/doc/${CMAKE_MATCH_1}/copyright
           RENAME ${CMAKE_MATCH_1})
    else()
      message(WARNING "The licence of ${file} is not known: no Debian package has it")
    endif()
  endforeach()
  # What uninstalling goes by.
  set(CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_MANIFEST_FILES}" PARENT_SCOPE)
endfunction()
