/**
 * The vectors of a table in one bit a number, to find the candidates among which the nearest are then looked for: a large
 * table takes too long to read for every question.
 */
export interface VectorCodes {
  readonly byteLength: number;
  /** Numbers of at least so many vectors whose codes differ least from the query's, in no order. */
  candidates(query: Float32Array, least: number): number[];
}

export interface NumberedVector {
  readonly number: number;
  readonly vector: Float32Array;
}

/** Bits are compared by words. */
const WORD_BITS = 32;

/**
 * A bit says on which side of the middle a number is: models place all texts in one corner, where bare signs hardly differ.
 *
 * @param count of the vectors at most
 * @param middle mean of the vectors, or of many of them
 */
export function createVectorCodes(vectors: Iterable<NumberedVector>, count: number, middle: Float32Array): VectorCodes {
  const width = Math.ceil(middle.length / WORD_BITS);
  const [numbers, codes] = [new Uint32Array(count), new Int32Array(count * width)];
  let filled = 0;
  for (const { number, vector } of vectors) {
    if (filled === count) break;
    numbers[filled] = number;
    writeCode(codes, filled * width, vector, middle);
    filled += 1;
  }
  return {
    byteLength: codesLength(count, middle.length),
    candidates(query, least) {
      const code = new Int32Array(width);
      writeCode(code, 0, query, middle);
      const distances = distancesTo(code, codes, filled);
      return lowest(distances, middle.length, least).map((place) => numbers[place] ?? 0);
    },
  };
}

/** In bytes, of so many vectors of so many numbers. */
export function codesLength(count: number, dimensions: number): number {
  return count * (Math.ceil(dimensions / WORD_BITS) + 1) * Uint32Array.BYTES_PER_ELEMENT;
}

function writeCode(codes: Int32Array, start: number, vector: Float32Array, middle: Float32Array): void {
  for (let at = 0; at < middle.length; at++) {
    if ((vector[at] ?? 0) <= (middle[at] ?? 0)) continue;
    const word = start + Math.floor(at / WORD_BITS);
    codes[word] = (codes[word] ?? 0) | (1 << (at % WORD_BITS));
  }
}

/** In how many bits each code differs. */
function distancesTo(code: Int32Array, codes: Int32Array, count: number): Uint16Array {
  const distances = new Uint16Array(count);
  for (let place = 0, at = 0; place < count; place++) {
    let distance = 0;
    for (let word = 0; word < code.length; word++, at++) distance += bitsIn((codes[at] ?? 0) ^ (code[word] ?? 0));
    distances[place] = distance;
  }
  return distances;
}

/** How many bits are 1 (Warren, "Hacker's Delight", 2nd ed., 5-1). */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const nibbles = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

/** Places of at least so many of the lowest distances. @param highest distance that there may be */
function lowest(distances: Uint16Array, highest: number, least: number): number[] {
  const counts = new Uint32Array(highest + 1);
  for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + 1;
  let bound = 0;
  for (let found = counts[0] ?? 0; found < least && bound < highest;) found += counts[(bound += 1)] ?? 0;
  const places: number[] = [];
  for (let place = 0; place < distances.length; place++) if ((distances[place] ?? 0) <= bound) places.push(place);
  return places;
}
