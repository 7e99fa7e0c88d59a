#include "memory/vstore_half.clh"
STORE_ALL(float)
