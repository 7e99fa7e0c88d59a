#include "runtime/Platform.h"

namespace lanecl {

Platform &Platform::get() {
  static Platform &platform = *new Platform;
  return platform;
}

Platform::Platform() : device_(Ref<Device>::adopt(new Device)) {}

void Platform::setLoaderData(void *data) {
  Dispatch::loaderData = data;
  setLoaderWord(data);
  device_->setLoaderWord(data);
}

} // namespace lanecl
