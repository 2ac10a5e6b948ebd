import type { WriteSectionInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportSection } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { sumCosts, withDegradation } from '../../model/metering/paid-calls.ts';
import { readAhead } from '../../offline-engine/answers/subject-coverage.ts';
import { needOfTask } from '../../offline-engine/passages/information-needs.ts';
import { readFindings } from '../../report/writing/draft-evidence.ts';
import type { DraftTools } from '../../report/writing/draft-writing.ts';
import { findEntailed, markEntailed, singleStatements } from '../../report/writing/entailment.ts';
import { claimsOfBlocks, writeSectionStep } from '../../steps/write-section.ts';
import { createClaimVerifier } from '../../verification/claims/claim-verdict.ts';

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
    if (claims.length > 0) {
      const evidence = { anchor, findings: input.findings, texts };
      const verifier = createClaimVerifier(evidence);
      const entailed = await findEntailed(claims, { ...evidence, verifier }, reasoner, { engine, metering, signal });
      const marked = claims.map((claim) => markEntailed(claim, entailed.value));
      return { value: { heading, claims: marked }, cost: sumCosts([cost, entailed.cost]) };
    }
    const ruled = claimsOfBlocks(writeSectionStep.offline(asked).blocks);
    return { value: { heading, claims: ruled }, cost: withDegradation(cost, NOTHING_WRITTEN) };
  };
}
