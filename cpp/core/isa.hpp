// Instruction sets. Every game file is compiled once for each level that CMake lists (the portable
// baseline, and AVX2 with BMI2), and the registry picks the best one the processor can run. So the
// choice is made once a kernel, and inside a search nothing is ever dispatched.
//
// The level's name is part of every kernel's type: kernels live in `quintet::inline QUINTET_ISA`,
// and whatever is a template over a kernel is thereby compiled apart for each level. QUINTET_ISA is
// the project's only macro, because a namespace can be named from the command line in no other way.
#pragma once

#ifndef QUINTET_ISA
#define QUINTET_ISA baseline
#endif

namespace quintet {

enum class Isa : unsigned char { BASELINE, V3 };

namespace isa_named {
inline constexpr Isa baseline = Isa::BASELINE;
inline constexpr Isa v3 = Isa::V3;
}  // namespace isa_named

/// The level this file is being compiled for.
[[maybe_unused]] static constexpr Isa compiled_isa = isa_named::QUINTET_ISA;

/// The best level that this processor runs.
[[nodiscard]] inline Isa running_isa() noexcept {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("fma") && __builtin_cpu_supports("lzcnt")) {
        return Isa::V3;
    }
#endif
    return Isa::BASELINE;
}

}  // namespace quintet
