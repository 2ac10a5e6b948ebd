import { describe, expect, it } from 'vitest';
import { findCircles } from './circle-rules.ts';
import { readSources } from './source-files.ts';

describe('circles', () => {
  it('are found neither between files nor between folders', () => {
    const sources = readSources();

    const { files, folders, rooms } = findCircles(sources);

    expect(sources.length).toBeGreaterThan(300);
    expect(files).toEqual([]);
    expect(folders).toEqual([]);
    expect(rooms).toEqual([]);
  });

  it('are reported between files, through type imports and re-exports too', () => {
    const planted = [
      { path: 'a/first.ts', text: "import type { B } from './second.ts';" },
      { path: 'a/second.ts', text: "export { c } from './third.ts';" },
      { path: 'a/third.ts', text: "const first = await import('./first.ts');" },
      { path: 'a/outside.ts', text: "import './first.ts';" },
    ];

    expect(findCircles(planted)).toMatchObject({ files: [['a/first.ts', 'a/second.ts', 'a/third.ts']], folders: [] });
  });

  it('are reported between folders even when no files form a cycle', () => {
    const planted = [
      { path: 'a/one.ts', text: "import { two } from './nested/two.ts';" },
      { path: 'a/nested/two.ts', text: '' },
      { path: 'a/nested/three.ts', text: "import { four } from '../four.ts';" },
      { path: 'a/four.ts', text: '' },
      { path: 'b/five.ts', text: "import { one } from '../a/one.ts';" },
    ];

    expect(findCircles(planted)).toMatchObject({ files: [], folders: [['a', 'a/nested']] });
  });

  it('are reported between rooms even when no folders form a cycle', () => {
    const planted = [
      { path: 'a/one/first/x.ts', text: "import '../../two/first/y.ts';" },
      { path: 'a/two/first/y.ts', text: '' },
      { path: 'a/two/second/z.ts', text: "import '../../one/second/w.ts';" },
      { path: 'a/one/second/w.ts', text: '' },
    ];

    expect(findCircles(planted)).toEqual({ files: [], folders: [], rooms: [['a/one', 'a/two']] });
  });
});
