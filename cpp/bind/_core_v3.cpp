// quintet._core_v3: the same for processors with AVX2 and BMI2, in portable packages.
#include "bind/module.hpp"

NB_MODULE(_core_v3, module) { quintet::bind::fill(module); }
