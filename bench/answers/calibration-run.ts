import { calibrate, renderCalibrations } from './calibration.ts';
import type { EvaluationWork } from './evaluation-run.ts';
import { showShare } from './figure-table.ts';
import { createGrading } from './planted-tangents.ts';

/** Grades and validates planted tangents; prints as it goes. @returns what the JSON holds */
export async function runCalibration({ index, questions, print, signal }: EvaluationWork): Promise<object> {
  const today = new Date().toISOString().slice(0, 10);
  const calibration = await calibrate(createGrading(index, today, signal), questions, (question, judged) => {
    const findings = judged.map(({ kind, finding, finalRelevance }) =>
      [
        `  ${kind.padEnd(7)}`,
        `relevance ${showShare(finding.relevance)} → ${showShare(finalRelevance)}`,
        `tier ${finding.contextTier}`,
        [finding.locator, finding.headingPath.at(-1)].join(' › '),
      ].join('  '),
    );
    print([`${question.id}  ${question.question}`, ...findings].join('\n'));
  });
  print(`\n${renderCalibrations(calibration)}`);
  return { calibration };
}
