import { readFileSync } from 'node:fs';

/** What eld calls the data of its detector: scores of each n-gram by the number of the language. */
export interface NgramData {
  readonly type: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Opens the file that workers/install/language-table.js writes. Scores are read when an n-gram is asked for, so that they
 * take no more than the file.
 *
 * @returns undefined where the file is not there
 */
export function openNgramTable(path: string): NgramData | undefined {
  const file = readIfPresent(path);
  if (file === undefined) return undefined;
  // A buffer of its own, which begins where numbers of 8 bytes may.
  const { buffer } = Uint8Array.from(file);
  const [count = 0] = new Float64Array(buffer, 0, 1);
  const keys = new Float64Array(buffer, 8, count);
  const starts = new Uint32Array(buffer, 8 + keys.byteLength, count + 1);
  const scores = new Uint8Array(buffer, 8 + keys.byteLength + starts.byteLength, starts[count]);
  const rest = new Uint8Array(buffer, scores.byteOffset + scores.byteLength);
  const { type, languages } = JSON.parse(new TextDecoder().decode(rest)) as Omit<NgramData, 'ngrams'>;
  return { type, languages, ngrams: ngramsOf({ keys, starts, scores }) };
}

interface Columns {
  readonly keys: Float64Array;
  readonly starts: Uint32Array;
  readonly scores: Uint8Array;
}

function ngramsOf({ keys, starts, scores }: Columns): NgramData['ngrams'] {
  const get = (_: object, ngram: string | symbol) => {
    const index = typeof ngram === 'string' ? indexOf(keys, keyOf(ngram)) : -1;
    if (index === -1) return undefined;
    const found: Record<string, number> = {};
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at += 2)
      found[scores[at] ?? 0] = scores[at + 1] ?? 0;
    return found;
  };
  return new Proxy({}, { get });
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function keyOf(ngram: string): number {
  let key = 0;
  for (let at = 0; at < ngram.length; at++) key = key * 256 + ngram.charCodeAt(at);
  return key;
}

/** By binary search; -1 when it is not there. */
function indexOf(keys: Float64Array, key: number): number {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((keys[middle] ?? 0) < key) from = middle + 1;
    else to = middle;
  }
  return keys[from] === key ? from : -1;
}
