import { describe, expect, it } from 'vitest';
import { isMeant, toCollection } from '../../../packages/page/browser/models/dropped-files.ts';

const file = new File(['x'], 'x');
const dropped = (...paths: string[]) => paths.map((path) => ({ path, file }));
const placed = (...paths: string[]) => {
  const { collection, files } = toCollection(dropped(...paths), 'Uploads');
  return [collection, files.map(({ path }) => path)];
};

describe('files that are dropped', () => {
  it('as one folder become a collection of its name', () => {
    expect(placed('papers/a.md', 'papers/sub/b.md')).toEqual(['papers', ['a.md', 'sub/b.md']]);
  });

  it.each([[['a.md', 'b.md']], [['papers/a.md', 'b.md']], [['papers/a.md', 'notes/b.md']]])(
    'as %j go to the uploads, with their folders',
    (paths) => {
      expect(placed(...paths)).toEqual(['Uploads', paths]);
    },
  );

  it.each([
    ['a.md', true],
    ['sub/a.md', true],
    ['.DS_Store', false],
    ['sub/.git/config', false],
    ['__MACOSX/a.md', false],
    ['node_modules/a/readme.md', false],
  ])('%s is meant: %s', (path, meant) => {
    expect(isMeant({ path })).toBe(meant);
  });
});
