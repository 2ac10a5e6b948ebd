import { counted } from '../../contracts/common/counted.ts';
import type { Claim } from '../../contracts/evidence/claim.ts';
import type { RefusedStatement, ReportDraft } from '../../contracts/report/report.ts';
import type { StoredMaterial } from '../../contracts/report/settled-stages.ts';
import { type DraftPart, groupsOf, joinParts, partsOf } from '../../domain/draft-parts.ts';
import { referTo } from '../../domain/evidence-index.ts';
import { citedClaims } from '../../domain/report-claims.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { writeByRule } from './synthesize-report.ts';

const NOTHING_HELD = 'no statement of the report held against its sources; the rules wrote the report';

/** A model's draft after every part of it was verified. */
export interface HeldDraft {
  readonly draft: ReportDraft;
  readonly refused: readonly RefusedStatement[];
  /** Nothing of what the model wrote held. */
  readonly isByRule: boolean;
}

/** Verifies the parts of a model's draft, all at once. Where nothing of it holds, the rules write the report. */
export async function verifyParts(
  run: Pick<ResearchRun, 'request' | 'accounts' | 'reasoning'>,
  material: StoredMaterial,
  written: ReportDraft,
): Promise<HeldDraft> {
  const { anchor, corpus, findings } = material;
  const parts = partsOf(written);
  const shared = { anchor, corpusId: corpus.corpusId, ...referTo(material, findings) };
  const verified = await Promise.all(
    groupsOf(parts).map((group) =>
      run.reasoning.ask(
        'verifyParts',
        { ...shared, parts: group.map(({ part, claims }) => ({ part, claims })) },
        `${namesOf(group)}, ${counted(group.flatMap(({ claims }) => claims).length, 'statement')}`,
      ),
    ),
  );
  const { draft, refused } = joinParts(written, parts, verified.flat());
  if (holds(draft) || !holds(written)) return { draft, refused, isByRule: false };
  return { draft: await writeByRule(run, material, NOTHING_HELD), refused, isByRule: true };
}

function namesOf([first, ...others]: readonly DraftPart[]): string {
  return others.length === 0 ? `${first?.name}` : `${first?.name} and ${others.length} more`;
}

/** Whether a draft says anything that sources carry, or that was searched for in vain. */
function holds(draft: ReportDraft): boolean {
  return citedClaims(draft).some(({ citations, absence }: Claim) => citations.length > 0 || absence !== undefined);
}
