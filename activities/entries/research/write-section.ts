import type { WriteSectionInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportSection } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { readAhead } from '../../offline-engine/answers/subject-coverage.ts';
import { needOfTask } from '../../offline-engine/passages/information-needs.ts';
import { contradictionsIn, readFindings } from '../../report/writing/draft-evidence.ts';
import { type DraftTools, withUnknown } from '../../report/writing/draft-writing.ts';
import { isUsable } from '../../report/writing/model-draft.ts';
import { readWrittenSection } from '../../report/writing/written-report.ts';
import { writeSectionStep } from '../../steps/write-section.ts';

const NOTHING_WRITTEN = {
  step: writeSectionStep.name,
  cause: 'the model wrote nothing that cites an address; the offline rule wrote the section',
  count: 1,
};
/** About 6,000 tokens. */
const ROOM = { length: 24_000, passages: 15 };

/** Writes one section of a report; what it says is verified with the whole. */
export function createWriteSection({ corpus, blobs, reasoner }: DraftTools) {
  return async (input: WriteSectionInput, signal: AbortSignal): Promise<Reasoned<ReportSection>> => {
    const { engine, metering, anchor, corpusId, section, others, gaps = [] } = input;
    const { today, approvedTasks, length } = input;
    const { findings, addressed } = await readFindings(corpus, createStoredTexts(blobs), input, ROOM);
    const { heading, purpose } = section;
    const need = await needOfTask(corpus, corpusId, anchor, `${heading}. ${purpose}`);
    await readAhead([need], findings);
    const { shown, resolve } = addressed;
    const contradictions = contradictionsIn(input.contradictions, addressed);
    const material = { need, findings, shown, gaps, contradictions };
    const asked = { today, approvedTasks, anchor, section, others, length, ...material };
    const { value, cost } = await reasoner.run(writeSectionStep, asked, { engine, metering, signal });
    if (typeof value !== 'string') return { value: { heading, claims: value }, cost };
    const { claims, unknown } = readWrittenSection(value, anchor.language, resolve);
    const written = { heading, claims: [...claims] };
    if (isUsable({ answer: [], sections: [written] })) {
      return { value: written, cost: withUnknown(cost, writeSectionStep.name, { unknown }) };
    }
    const ruled = writeSectionStep.offline(asked);
    const stated = typeof ruled === 'string' ? [] : ruled;
    return { value: { heading, claims: stated }, cost: withDegradation(cost, NOTHING_WRITTEN) };
  };
}
