# For find_package(quintet CONFIG REQUIRED): quintet_add_kernel builds a kernel outside Quintet's repository and installs it.
# docs/tutorials/kernel-of-your-own.md
set(quintet_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
endif()
find_package(Threads REQUIRED)
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
    OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT ERROR_QUIET RESULT_VARIABLE quintet_no_nanobind)
if(quintet_no_nanobind)
    message(FATAL_ERROR "nanobind is not installed for ${Python_EXECUTABLE}: name it in requires of [build-system], or pip install nanobind")
endif()
find_package(nanobind CONFIG REQUIRED)

# quintet_add_kernel(<module> <source> ...): the Python module of that name. Its types are its own (NB_DOMAIN).
function(quintet_add_kernel module)
    nanobind_add_module(${module} NB_STATIC NB_DOMAIN ${module} ${ARGN})
    target_compile_features(${module} PRIVATE cxx_std_20)
    # Without fused multiplication and addition, which only some processors have, searches are the same on all of them.
    target_compile_options(${module} PRIVATE -ffp-contract=off)
    target_include_directories(${module} PRIVATE ${quintet_INCLUDE_DIR})
    target_link_libraries(${module} PRIVATE Threads::Threads)
    install(TARGETS ${module} LIBRARY DESTINATION .)
endfunction()
