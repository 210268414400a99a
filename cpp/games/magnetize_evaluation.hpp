#pragma once
#include "games/magnetize.hpp"
namespace quintet::inline QUINTET_ISA {
template <class Board>
class MagnetizeEvaluation {
public:
    explicit MagnetizeEvaluation(const Magnetize<Board>&) {}
    [[nodiscard]] int operator()(const typename Magnetize<Board>::Position&, Player) const { return 0; }
};
}
