import { z } from 'zod';
import { type ResearchRecord, taskCertaintySchema } from '../../workflows/contracts/report/report.ts';
import { comparable, overlapIn } from './comparable-text.ts';
import type { Question } from './question-file.ts';

/** What the rules said of a task, and what is true of it. */
export const measuredCertaintySchema = z.object({
  ...taskCertaintySchema.shape,
  /** Whether the documents hold an answer. */
  isHeld: z.boolean(),
  /** Whether the best statement covers half of an expected phrase. */
  isRight: z.boolean(),
});
export type MeasuredCertainty = z.infer<typeof measuredCertaintySchema>;

/** @param documents comparable text of the expected files */
export function measureCertainties(
  { unanswerable, expect }: Question,
  { report, findings }: ResearchRecord,
  documents: ReadonlyMap<string, string>,
): MeasuredCertainty[] {
  const stated = new Map(
    findings.flatMap(({ locator, quotes }) => quotes.map(({ key, text }) => [key, { locator, text }])),
  );
  return (report.certainties ?? []).map((certainty) => {
    const best = certainty.key === null ? undefined : stated.get(certainty.key);
    const isRight = expect.some(({ file, phrase }) => {
      const wanted = comparable(phrase);
      const said = comparable(best?.text ?? '');
      return best?.locator === file && overlapIn(documents.get(file) ?? '', said, wanted) >= wanted.length / 2;
    });
    return { ...certainty, isHeld: !unanswerable, isRight };
  });
}
