import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureCertainty } from '../../../bench/certainty/certainty-figures.ts';
import { type MeasuredTask, readMeasuredTasks } from '../../../bench/certainty/measured-tasks.ts';

const task = (index: number, isHeld: boolean): MeasuredTask => ({
  set: 'lamps',
  document: `d${index % 10}.md`,
  task: 'How long does it burn?',
  key: 'k',
  held: 0.5,
  answers: 0.5,
  passageCoverage: isHeld ? 0.7 + (index % 3) / 10 : 0.2 + (index % 3) / 10,
  unitCoverage: isHeld ? 0.7 : 0.2,
  statementScore: isHeld ? 0.6 + (index % 4) / 10 : 0.1,
  isHeld,
  isRight: isHeld && index % 4 !== 0,
});
const tasks = Array.from({ length: 60 }, (_, index) => task(index, index % 2 === 0));

describe('the certainty of answers', () => {
  it('is compared with the truth in folds, and its weights are printed when asked for', () => {
    const printed: string[] = [];
    const figures = measureCertainty(tasks, true, (text) => printed.push(text)) as Record<string, { brier: number }>;

    const [held] = Object.values(figures);
    expect(held?.brier).toBeLessThan(0.1);
    expect(printed.join('\n')).toMatch(/export const HELD_MODEL: CertaintyModel = \{"weights":\{"passageCoverage":/);
    expect(printed.join('\n')).toContain('lamps');
  });

  it('is read from results of the answers evaluation; others are refused by name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'certainty-'));
    try {
      const { set: _, document, ...certainty } = task(0, true);
      const results = { questions: [{ id: 'q1', document: null, certainties: [certainty] }] };
      await writeFile(join(folder, 'lamps.json'), JSON.stringify(results));
      await writeFile(join(folder, 'other.json'), '{"questions": 3}');

      expect(await readMeasuredTasks([join(folder, 'lamps.json')])).toMatchObject([{ set: 'lamps', document: 'q1' }]);
      expect(document).toBe('d0.md');
      await expect(readMeasuredTasks([join(folder, 'other.json')])).rejects.toThrow('other.json holds no results');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
