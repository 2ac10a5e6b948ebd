import { describe, expect, it } from 'vitest';
import { findCircles } from './circle-rules.ts';
import { readSources } from './source-files.ts';

/** Circles that are still there: to be removed. Nothing may be added. */
const KNOWN_FILE_CIRCLES: readonly (readonly string[])[] = [
  [
    'workflows/deep-research/run/budget-decision.ts',
    'workflows/deep-research/run/decision.ts',
    'workflows/deep-research/run/run-state.ts',
    'workflows/deep-research/run/steering-decision.ts',
  ],
  [
    'workflows/deep-research/stages/report-composition.ts',
    'workflows/deep-research/stages/report-writing.ts',
    'workflows/deep-research/stages/ungraded-report.ts',
  ],
];
const KNOWN_FOLDER_CIRCLES: readonly (readonly string[])[] = [
  ['client/cli', 'client/cli/commands'],
  ['workers', 'workers/config', 'workers/lifecycle', 'workers/supervisor'],
  [
    'workflows',
    'workflows/deep-research',
    'workflows/deep-research/run',
    'workflows/deep-research/stages',
    'workflows/deep-research/task',
  ],
];

describe('circles', () => {
  it('are found neither between files nor between folders', () => {
    const { files, folders } = findCircles(readSources());

    expect(files).toEqual(KNOWN_FILE_CIRCLES);
    expect(folders).toEqual(KNOWN_FOLDER_CIRCLES);
  });

  it('are reported between files, through type imports and re-exports too', () => {
    const planted = [
      { path: 'a/first.ts', text: "import type { B } from './second.ts';" },
      { path: 'a/second.ts', text: "export { c } from './third.ts';" },
      { path: 'a/third.ts', text: "const first = await import('./first.ts');" },
      { path: 'a/outside.ts', text: "import './first.ts';" },
    ];

    expect(findCircles(planted)).toEqual({ files: [['a/first.ts', 'a/second.ts', 'a/third.ts']], folders: [] });
  });

  it('are reported between folders whose files form none', () => {
    const planted = [
      { path: 'a/one.ts', text: "import { two } from './nested/two.ts';" },
      { path: 'a/nested/two.ts', text: '' },
      { path: 'a/nested/three.ts', text: "import { four } from '../four.ts';" },
      { path: 'a/four.ts', text: '' },
      { path: 'b/five.ts', text: "import { one } from '../a/one.ts';" },
    ];

    expect(findCircles(planted)).toEqual({ files: [], folders: [['a', 'a/nested']] });
  });
});
