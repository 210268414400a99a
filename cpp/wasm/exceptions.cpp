// What a `throw` becomes in WebAssembly, where the standard library has no exceptions: the reason is handed to the host,
// which leaves the module by an exception of its own. Nothing is unwound, so the host goes on with a fresh instance.
#include "core/search/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

extern "C" {

[[noreturn, clang::import_module("quintet"), clang::import_name("refuse")]] void quintet_refuse(const char* reason, std::size_t size, bool memory);

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

/// Everything that is thrown here is a std::exception.
[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
    const char* reason = static_cast<std::exception*>(thrown)->what();
    quintet_refuse(reason, std::strlen(reason), *type == typeid(quintet::OutOfMemory));
}
}
