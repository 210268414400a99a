// @ts-check
/** @file Files of learned weights, as `engine/weights.py` writes them: a few lines of text, then numbers of 16 bits, compressed. */

const MAGIC = "quintet weights 1";

/** @param {ArrayBuffer} content @param {string} layout of the patterns that they must belong to @returns {Promise<Int16Array | null>} null for what does not fit */
export async function readWeights(content, layout) {
  const bytes = new Uint8Array(content);
  const end = bytes.findIndex((byte, index) => byte === 10 && bytes[index + 1] === 10);
  const [magic, ...fields] = new TextDecoder().decode(bytes.subarray(0, end)).split("\n");
  const field = (/** @type {string} */ name) => fields.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  if (magic !== MAGIC || field("layout") !== layout) return null;
  const unpacked = new Blob([bytes.subarray(end + 2)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const planes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const count = planes.length / 2;
  if (count !== Number(field("numbers"))) return null;
  // The low bytes of all numbers come first, then the high ones.
  return Int16Array.from({ length: count }, (_, index) => planes[index] | (planes[count + index] << 8));
}
