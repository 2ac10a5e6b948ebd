import { deriveText, originalRange } from '@plumbline/text/offset-map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A text cut into pieces, of which some are kept and some are replaced. */
const edits = fc.array(
  fc.record({ original: fc.string({ maxLength: 12 }), inserted: fc.constantFrom(null, '', ' ', '\n\n') }),
  { maxLength: 40 },
);

function derive(pieces: readonly { readonly original: string; readonly inserted: string | null }[]) {
  const original = pieces.map((piece) => piece.original).join('');
  const derivation = deriveText(original);
  let at = 0;
  for (const piece of pieces) {
    const end = at + piece.original.length;
    if (piece.inserted === null) derivation.keep(at, end);
    else derivation.insert(piece.inserted);
    at = end;
  }
  return { original, ...derivation.finish() };
}

describe('deriveText', () => {
  it('maps every kept character to the same character, in order, without overlap, for any edits', () => {
    fc.assert(
      fc.property(edits, (pieces) => {
        const { original, text, map } = derive(pieces);
        let [start, originalStart] = [0, 0];
        for (const kept of map) {
          expect(kept.length).toBeGreaterThan(0);
          expect(kept.start).toBeGreaterThanOrEqual(start);
          expect(kept.originalStart).toBeGreaterThanOrEqual(originalStart);
          expect(text.slice(kept.start, kept.start + kept.length)).toBe(
            original.slice(kept.originalStart, kept.originalStart + kept.length),
          );
          [start, originalStart] = [kept.start + kept.length, kept.originalStart + kept.length];
        }
        expect(text.length).toBeGreaterThanOrEqual(start);
      }),
    );
  });

  it('needs one segment for contiguous text', () => {
    const derivation = deriveText('lamp oil');
    derivation.keep(0, 4);
    derivation.keep(4, 8);

    expect(derivation.finish()).toEqual({ text: 'lamp oil', map: [{ start: 0, originalStart: 0, length: 8 }] });
  });
});

describe('originalRange', () => {
  it('finds nothing for an empty range, also inside kept text', () => {
    expect(originalRange([{ start: 0, originalStart: 0, length: 6 }], { start: 5, end: 5 })).toBeNull();
  });

  it('begins and ends with the first and the last kept character of the range, for any edits', () => {
    fc.assert(
      fc.property(edits, fc.nat(500), fc.nat(500), (pieces, first, second) => {
        const { original, text, map } = derive(pieces);
        const [start, end] = [Math.min(first, second), Math.min(text.length, Math.max(first, second))];
        const kept = map.flatMap((range) =>
          Array.from({ length: range.length }, (_, index) => ({
            at: range.start + index,
            from: range.originalStart + index,
          })),
        );
        const inside = kept.filter(({ at }) => at >= start && at < end);
        const found = originalRange(map, { start, end });

        expect(found?.start).toBe(inside.at(0)?.from);
        expect(found?.end).toBe(inside.length === 0 ? undefined : (inside.at(-1)?.from ?? 0) + 1);
        expect(original.slice(found?.start ?? 0, found?.end ?? 0).length).toBeGreaterThanOrEqual(inside.length);
      }),
      { examples: [[[{ original: '      ', inserted: null }], 5, 5]] },
    );
  });
});
