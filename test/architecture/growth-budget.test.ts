import { describe, expect, it } from 'vitest';
import { BUDGET, findOverruns, measureDistance, measureHouse, readHouse } from './growth-budget.ts';

describe('the growth budget', () => {
  it('is kept', () => {
    const measured = measureHouse(readHouse());

    expect(measured['product files']).toBeGreaterThan(300);
    expect(findOverruns(measured, BUDGET)).toEqual([]);
  });

  it('counts what grows', () => {
    const sources = [
      { path: 'a/first/start.ts', text: "import { verify } from '../second/verify.ts';\n" },
      { path: 'a/second/verify.ts', text: "import '../third/words.ts';\n// Nobody calls this twice.\n" },
      { path: 'a/third/words.ts', text: 'a: z.string().register(settingTraits, {}),\n'.repeat(30) },
    ];

    expect(measureHouse({ sources, decisions: 2 })).toEqual({
      'product files': 3,
      'product lines': 33,
      folders: 3,
      'folders of the second level': 3,
      'most files flat in one folder': 1,
      'files with one importer': 2,
      'files under 25 lines': 2,
      circles: 0,
      settings: 30,
      decisions: 2,
      'words of private metaphor': 1,
    });
    expect(measureDistance({ sources }, { start: 'a/first/start.ts', rules: 'a/third/' })).toEqual({
      mean: 2,
      most: 2,
    });
  });

  it('is exceeded by one file too many', () => {
    const measured = { ...BUDGET, 'product files': BUDGET['product files'] + 1 };

    expect(findOverruns(measured, BUDGET)).toEqual([
      `product files: ${BUDGET['product files'] + 1}, and ${BUDGET['product files']} are planned for`,
    ]);
  });
});
