import { counted } from '../../contracts/counted.ts';
import type { StoredMaterial, WrittenReport } from '../../contracts/stage-results.ts';
import { withUncitedFindings } from '../../domain/uncited-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { referTo } from './referred-evidence.ts';
import { lengthOfSections, type Rewriting, withDrawn, writeSections } from './section-writing.ts';

/**
 * Writes the sections, and then what stands before them.
 *
 * @param again null for the first draft
 */
export async function writeDraft(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'reasoning'>,
  material: StoredMaterial,
  again: Rewriting | null,
): Promise<WrittenReport> {
  const { anchor, corpus, clarificationSummary, tasks, taskSummaries, quotes } = material;
  const { state, accounts, reasoning } = run;
  const length = lengthOfSections(run, material, again);
  const sections = length === null ? null : await writeSections(run, material, { length, again });
  const drawn = withDrawn(material, sections);
  const { findings } = drawn;
  const correction = again?.correction ?? null;
  const purpose = correction === null ? 'write the report' : `write the report again: ${correction.kind}`;
  const draft = await reasoning.ask(
    'synthesizeReport',
    {
      anchor,
      corpusId: corpus.corpusId,
      clarificationSummary,
      taskTexts: tasks.map(({ text }) => text),
      ...referTo(drawn, findings),
      quotes,
      taskSummaries,
      gaps: accounts.gaps,
      correction,
      ...(sections !== null && { sections: sections.sections }),
    },
    `${purpose}, ${counted(findings.length, 'finding')}`,
  );
  return { draft: state.isFinishing ? withUncitedFindings(draft, findings, anchor.language) : draft, sections };
}
