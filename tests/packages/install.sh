#!/usr/bin/env bash
# Installs a build tree into a folder, moves the folder, and uses it there: install.sh BUILD_TREE. What the tree
# installs must not depend on where it lies, nor show symbols to the programs that load it.
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A pipe into grep -q breaks when grep has seen enough: here grep reads to the end.
fail() {
  echo "install.sh: $*" >&2
  exit 1
}

for component in driver tools registration development; do
  cmake --install "$build" --component $component --prefix "$work/first" --strip >"$work/log" ||
    fail "$(cat "$work/log")"
done
driver=lib/lanecl
[ -e "$work/first/$driver/liblanecl.so" ] || driver=$(cd "$work/first" && dirname lib/*/lanecl/liblanecl.so)
[ "$(cat "$work"/first/etc/OpenCL/vendors/lanecl.icd)" = "$work/first/$driver/liblanecl.so" ] ||
  fail "lanecl.icd names another file"
mv "$work/first" "$work/moved"
cd "$work/moved"
for file in bin/lanecl include/CL/cl_ext_lanecl.h share/man/man1/lanecl.1 share/man/man7/lanecl.7; do
  [ -s $file ] || fail "$file is missing"
done

# $1: a library; $2: all that it may show.
shows() {
  local shown
  shown=$(nm --dynamic --defined-only --format=posix "$1" | cut -d' ' -f1 | sort | xargs)
  [ "$shown" = "$2" ] || fail "$1 shows $shown"
}
# cl_khr_icd: what the loader looks up in a driver; and the one function that the driver looks up in the compiler.
shows $driver/liblanecl.so "clGetExtensionFunctionAddress clGetPlatformInfo clIcdGetFunctionAddressForPlatformKHR \
clIcdGetPlatformIDsKHR clIcdSetPlatformDispatchDataKHR"
shows $driver/liblanecl-compiler.so laneclCreateCompiler
for file in bin/lanecl $driver/*.so; do
  for path in $(readelf --dynamic "$file" | sed -n 's/.*R\(UN\)\?PATH.*\[\(.*\)\]/\2/p' | tr : ' '); do
    case $path in '$ORIGIN'*) ;; *) fail "$file looks for libraries in $path" ;; esac
  done
done

export LANECL_CACHE_DIR=off
bin/lanecl setup --vendors "$work/vendors" >"$work/log"
OCL_ICD_VENDORS=$work/vendors "$build/bin/mandelbrot" --size 160x120 --output "$work/picture.png" | tee "$work/log"
grep -q "LaneCL" "$work/log" && [ -s "$work/picture.png" ] || fail "mandelbrot did not run on LaneCL"
bin/lanecl run -- clinfo -l | grep "Platform #0: LaneCL" >/dev/null || fail "lanecl run does not show the platform"
# One version: of the program, of the driver, of the Debian packages, and of what is told to users.
version=$(bin/lanecl --version)
bin/lanecl run -- clinfo | grep "Driver Version *$version\$" >/dev/null || fail "the driver is not of version $version"
grep -q "^lanecl ($version)" "$source/debian/changelog" || fail "debian/changelog does not begin with $version"
grep -q "^## $version" "$source/CHANGELOG.md" || fail "CHANGELOG.md does not have $version"
printf 'kernel void f(global int *a) { a[get_global_id(0)] = 1; }' >"$work/f.cl"
bin/lanecl cc "$work/f.cl" --emit=asm -o - | grep "\.text" >/dev/null || fail "lanecl cc does not compile"
bin/lanecl setup --vendors "$work/vendors" --remove
[ -z "$(ls -A "$work/vendors")" ] || fail "setup --remove left $(ls "$work/vendors")"
printf '#include <CL/cl_ext_lanecl.h>\nconst char *name = CL_LANECL_SIMD_ATOMICS_EXTENSION_NAME;\n' |
  cc -DCL_TARGET_OPENCL_VERSION=300 -Iinclude -x c -fsyntax-only -Wall -Werror -
echo "installed, moved, used: $(du -sh . | cut -f1)"
