import { wholeOf } from '@plumbline/quotes/passages';
import type { DocumentCatalog } from '@plumbline/quotes/references';
import { describe, expect, it } from 'vitest';

const LENGTH = 100;

/** A law of three chapters with three rules each: `1.1`, `1.2`, … */
const LAW = [1, 2, 3].flatMap((chapter) =>
  [1, 2, 3].map((rule) => ({
    passageId: `${chapter}.${rule}`,
    headingPath: ['Act', `Chapter ${chapter}`, `§ ${chapter}${rule}`],
  })),
);

const catalog = {
  passages: async (locator: string) => {
    const passages =
      locator === 'law.md' ? LAW : LAW.slice(0, 3).map((one) => ({ ...one, passageId: `n${one.passageId}` }));
    return passages.map((one, index) => {
      return { ...one, sourceId: locator, page: null, start: index * LENGTH, end: (index + 1) * LENGTH };
    });
  },
} as unknown as DocumentCatalog;

async function whole(found: readonly string[], room: number, others: readonly string[] = []) {
  const documents = [
    { locator: 'law.md', passageIds: found },
    ...(others.length > 0 ? [{ locator: 'note.md', passageIds: others }] : []),
  ];
  const places = await wholeOf(catalog, { kind: 'whole', documents, room });
  return places.map(({ passage }) => passage.passageId);
}

const ALL = LAW.map(({ passageId }) => passageId);

describe('what is read whole', () => {
  it.each([
    { name: 'a document that is short enough', found: ['1.1', '3.2'], room: 900, read: ALL },
    {
      name: 'the chapter of the hits, of a longer one',
      found: ['2.1', '2.3', '3.1'],
      room: 899,
      read: ['2.1', '2.2', '2.3'],
    },
    {
      name: 'two chapters',
      found: ['1.1', '1.3', '3.1', '3.2'],
      room: 700,
      read: ['1.1', '1.2', '1.3', '3.1', '3.2', '3.3'],
    },
    {
      name: 'the first of two chapters, where there is room for one',
      found: ['1.1', '1.3', '3.1', '3.2'],
      room: 500,
      read: ['1.1', '1.2', '1.3'],
    },
    { name: 'nothing around hits that lie far apart', found: ['1.1', '2.1', '3.1'], room: 899, read: [] },
    { name: 'nothing without room', found: ['1.1', '1.2'], room: 299, read: [] },
  ])('is $name', async ({ found, room, read }) => {
    expect(await whole(found, room)).toEqual(read);
  });

  it('is of a second document what the first leaves room for', async () => {
    expect(await whole(['1.1', '1.2'], 1_200, ['n1.1'])).toEqual([...ALL, 'n1.1', 'n1.2', 'n1.3']);
    expect(await whole(['1.1', '1.2'], 1_100, ['n1.1'])).toEqual(ALL);
  });
});
