/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as hex.
 *
 * The workflow sandbox has no `crypto`, and the anchor's hash must be computed where the anchor is frozen.
 */
export function sha256Hex(text: string): string {
  const state = Uint32Array.from(INITIAL_STATE);
  const message = padMessage(new TextEncoder().encode(text));
  for (let offset = 0; offset < message.byteLength; offset += 64) {
    compress(state, new DataView(message.buffer, offset, 64));
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function padMessage(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  new DataView(message.buffer).setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  return message;
}

function compress(state: Uint32Array, block: DataView): void {
  const schedule = expandBlock(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + at(ROUND_CONSTANTS, round) + at(schedule, round)) >>> 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + sum0 + majority) >>> 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
}

function expandBlock(block: DataView): Uint32Array {
  const schedule = new Uint32Array(64);
  for (let index = 0; index < 16; index++) schedule[index] = block.getUint32(index * 4);
  for (let index = 16; index < 64; index++) {
    const w15 = at(schedule, index - 15);
    const w2 = at(schedule, index - 2);
    const sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[index] = at(schedule, index - 16) + sigma0 + at(schedule, index - 7) + sigma1;
  }
  return schedule;
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

/** The first 32 bits of the fractional part of a root of a prime: how FIPS 180-4 derives its constants. */
const fractionalBits = (root: number): number => Math.floor((root % 1) * 2 ** 32);
const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) =>
    number > 1 && !Array.from({ length: 18 }, (_, index) => index + 2).some((d) => d < number && number % d === 0),
);
const INITIAL_STATE = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fractionalBits(Math.sqrt(prime)));
const ROUND_CONSTANTS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fractionalBits(Math.cbrt(prime)));
