import type { WriteSectionInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportSection } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { readAhead } from '../../offline-engine/answers/subject-coverage.ts';
import { needOfTask } from '../../offline-engine/passages/information-needs.ts';
import { readFindings } from '../../report/writing/draft-evidence.ts';
import type { DraftTools } from '../../report/writing/draft-writing.ts';
import { singleStatements } from '../../report/writing/single-statements.ts';
import { claimsOfBlocks, writeSectionStep } from '../../steps/write-section.ts';

const NOTHING_WRITTEN = {
  step: writeSectionStep.name,
  cause: 'the model wrote no statement; the offline rule wrote the section',
  count: 1,
};

/** Writes one section of a report; what it says is verified with the whole. */
export function createWriteSection({ corpus, blobs, reasoner }: DraftTools) {
  return async (input: WriteSectionInput, signal: AbortSignal): Promise<Reasoned<ReportSection>> => {
    const { engine, today, metering, approvedTasks, anchor, corpusId, section, others, length, correction } = input;
    const texts = createStoredTexts(blobs);
    const { findings, facts } = await readFindings(corpus, texts, input);
    const { heading, purpose } = section;
    const need = await needOfTask(corpus, corpusId, anchor, `${heading}. ${purpose}`);
    await readAhead([need], findings);
    const asked = { today, approvedTasks, anchor, heading, purpose, others, need, findings, facts, length, correction };
    const { value, cost } = await reasoner.run(writeSectionStep, asked, { engine, metering, signal });
    const written = claimsOfBlocks(value.blocks);
    if (cost.engine === 'offline') return { value: { heading, claims: written }, cost };
    const claims = singleStatements(written, anchor.language);
    if (claims.length > 0) return { value: { heading, claims }, cost };
    const ruled = claimsOfBlocks(writeSectionStep.offline(asked).blocks);
    return { value: { heading, claims: ruled }, cost: withDegradation(cost, NOTHING_WRITTEN) };
  };
}
