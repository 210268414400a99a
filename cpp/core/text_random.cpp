#include "core/text_random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

namespace quintet {

namespace {

/// The first 64 bits of the fractional parts of the cube roots of the first 80 primes, and of the square roots of eight.
constexpr std::array<std::uint64_t, 80> round_keys = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b,
    0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1,
    0x9bdc06a725c71235, 0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275,
    0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
    0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8,
    0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec, 0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915,
    0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c, 0x4cc5d4becb3e42b6,
    0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};
constexpr std::array<std::uint64_t, 8> first_digest = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                                       0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/// One block of 128 bytes of SHA-512.
void digest_block(std::array<std::uint64_t, 8>& digest, const unsigned char* block) noexcept {
    std::array<std::uint64_t, 80> words{};
    for (std::size_t i = 0; i < 128; ++i) words[i / 8] = words[i / 8] << 8 | block[i];
    for (std::size_t i = 16; i < 80; ++i) {
        const std::uint64_t early = words[i - 15];
        const std::uint64_t late = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] + (std::rotr(early, 1) ^ std::rotr(early, 8) ^ early >> 7) + (std::rotr(late, 19) ^ std::rotr(late, 61) ^ late >> 6);
    }
    auto [a, b, c, d, e, f, g, h] = digest;
    for (std::size_t i = 0; i < 80; ++i) {
        const std::uint64_t one = h + (std::rotr(e, 14) ^ std::rotr(e, 18) ^ std::rotr(e, 41)) + ((e & f) ^ (~e & g)) + round_keys[i] + words[i];
        const std::uint64_t two = (std::rotr(a, 28) ^ std::rotr(a, 34) ^ std::rotr(a, 39)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const std::array<std::uint64_t, 8> added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) digest[i] += added[i];
}

/// The SHA-512 digest of a text, as 64 bytes.
std::string sha512(std::string_view text) {
    std::string padded(text);
    padded.push_back('\x80');
    while (padded.size() % 128 != 120) padded.push_back('\0');  // the length has 128 bits, of which texts use the lower half
    for (int shift = 56; shift >= 0; shift -= 8) padded.push_back(static_cast<char>(text.size() * std::uint64_t{8} >> shift & 255));
    std::array<std::uint64_t, 8> digest = first_digest;
    for (std::size_t start = 0; start < padded.size(); start += 128) digest_block(digest, reinterpret_cast<const unsigned char*>(padded.data()) + start);
    std::string bytes;
    for (const std::uint64_t word : digest) {
        for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(word >> shift & 255));
    }
    return bytes;
}

/// A text as one large number, the first byte the highest, in words of 32 bits, the lowest first.
std::vector<std::uint32_t> key_of(std::string_view bytes) {
    std::vector<std::uint32_t> key((bytes.size() + 3) / 4);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        key[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[bytes.size() - 1 - i])) << i % 4 * 8;
    }
    return key;
}

/// Sets the state of a Mersenne Twister from a key, as its authors do (init_by_array).
struct Seed {
    using result_type = std::uint32_t;
    std::vector<std::uint32_t> key;

    void generate(result_type* state, const result_type* end) const {
        const auto size = static_cast<std::size_t>(end - state);
        state[0] = 19650218;
        for (std::size_t i = 1; i < size; ++i) state[i] = 1812433253U * (state[i - 1] ^ state[i - 1] >> 30) + static_cast<std::uint32_t>(i);
        const auto mixed = [&](std::size_t i, std::uint32_t factor) { return state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * factor; };
        std::size_t i = 1;
        const auto step = [&] {
            if (++i < size) return;
            state[0] = state[size - 1];
            i = 1;
        };
        for (std::size_t round = 0; round < std::max(size, key.size()); ++round, step()) {
            const std::size_t j = round % key.size();
            state[i] = mixed(i, 1664525U) + key[j] + static_cast<std::uint32_t>(j);
        }
        for (std::size_t round = 1; round < size; ++round, step()) state[i] = mixed(i, 1566083941U) - static_cast<std::uint32_t>(i);
        state[0] = 0x80000000U;
    }
};

}  // namespace

TextRandom::TextRandom(std::string_view text) {
    Seed seed{key_of(std::string(text) + sha512(text))};
    twister_.seed(seed);
}

std::uint64_t TextRandom::bits63() {
    const std::uint64_t low = twister_();
    return low | static_cast<std::uint64_t>(twister_() >> 1) << 32;
}

double TextRandom::real() {
    const auto high = static_cast<double>(twister_() >> 5);
    const auto low = static_cast<double>(twister_() >> 6);
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

}  // namespace quintet
