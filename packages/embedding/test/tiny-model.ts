import { createHash } from 'node:crypto';

/** Pieces of the tokenizer, and the vector of each. */
export const PIECES: readonly (readonly [piece: string, score: number, vector: readonly [number, number]])[] = [
  ['<s>', 0, [0, 0]],
  ['</s>', 0, [0, 0]],
  ['<unk>', 0, [0, 0]],
  ['▁', -4, [0, 0]],
  ['▁lamp', -2, [1, 0]],
  ['▁light', -2, [1, 0]],
  ['▁river', -2, [0, 1]],
  ['▁query', -2, [0, 0]],
  ['▁passage', -2, [0, 0]],
  ['s', -3, [0, 0]],
  [':', -3, [0, 0]],
  ['la', -3, [0, 0]],
  ['mp', -3, [0, 0]],
];

export const TINY_TOKENIZER = JSON.stringify({
  model: { type: 'Unigram', unk_id: 2, vocab: PIECES.map(([piece, score]) => [piece, score]) },
});

/** A model in the format of ONNX that looks up the vector of each token: one `Gather`. */
export function tinyWeights(): Buffer {
  const vectors = Float32Array.from(PIECES.flatMap(([, , vector]) => vector));
  const table = message(
    number(1, PIECES.length),
    number(1, 2),
    number(2, FLOAT),
    text(8, 'table'),
    bytes(9, Buffer.from(vectors.buffer)),
  );
  const gather = message(text(1, 'table'), text(1, 'input_ids'), text(2, 'last_hidden_state'), text(4, 'Gather'));
  const graph = message(
    bytes(1, gather),
    text(2, 'tiny'),
    bytes(5, table),
    bytes(11, valueOf('input_ids', INT64, [1, 'tokens'])),
    bytes(12, valueOf('last_hidden_state', FLOAT, [1, 'tokens', 2])),
  );
  return message(number(1, 8), bytes(7, graph), bytes(8, message(text(1, ''), number(2, 13))));
}

export function sha256Of(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

const FLOAT = 1;
const INT64 = 7;

/** A `ValueInfoProto`: name, and a tensor of this type and shape. */
function valueOf(name: string, type: number, shape: readonly (number | string)[]): Buffer {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? message(number(1, size)) : text(2, size)));
  const tensor = message(number(1, type), bytes(2, message(...sizes)));
  return message(text(1, name), bytes(2, message(bytes(1, tensor))));
}

function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** Fields of protocol buffers. */
function number(field: number, value: number): Buffer {
  return Buffer.from([field << 3, ...varint(value)]);
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(value.length)]), value]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
