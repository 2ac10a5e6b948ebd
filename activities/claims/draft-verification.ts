import { type Claim, standingAlone } from '../../workflows/contracts/claim.ts';
import type { ReportDraft } from '../../workflows/contracts/report.ts';
import { allClaims } from '../../workflows/domain/report-claims.ts';
import { mapWithPauses } from '../text/pauses.ts';

/** The outcome for a claim: kept, repaired or removed. */
export type Verdict =
  | { readonly claim: Claim; readonly fault: null }
  /** The replacement, and the fault of the original. */
  | { readonly claim: Claim; readonly fault: string; readonly repair: string }
  | { readonly claim: null; readonly fault: string };

type Check = (claim: Claim) => Promise<Verdict>;

/** The checks that a draft needs. */
export interface DraftChecks {
  /** Checks claims that rest on evidence. */
  readonly cited: Check;
  /** Checks what the evidence does not say: it needs no citation, but must not invent anything. */
  readonly uncited: Check;
  /** Checks headings and gaps; null if they must be removed. */
  readonly plain: (text: string) => Promise<string | null>;
}

export interface KeptDraft {
  readonly draft: ReportDraft;
  readonly faults: readonly string[];
  readonly repairs: readonly string[];
}

type AnsweringParts = Pick<ReportDraft, 'summary' | 'overview' | 'keyFindings' | 'sections'>;

/** Removes unsupported claims from every part of a draft, and drops a repair that repeats a kept claim. */
export async function keepWhatHolds(draft: ReportDraft, { cited, uncited, plain }: DraftChecks): Promise<KeptDraft> {
  const { keep, faults, repairs } = createKeeper(await judgeAll(draft, cited, uncited));
  const summary = keep(draft.summary);
  const overview = keep(draft.overview);
  const sections = await mapWithPauses(draft.sections, async ({ heading, claims }) => ({
    heading: await plain(heading),
    claims: await keepLabelled(keep(claims), plain),
  }));
  const conflicts = [];
  for (const conflict of draft.conflicts) conflicts.push(keep(conflict));

  const gaps = await mapWithPauses(draft.remainingGaps, plain);
  const headless = sections
    .filter(({ heading }) => heading === null)
    .flatMap(({ claims }) => claims.map(standingAlone));
  const unopposed = conflicts.filter(({ length }) => length === 1).flat();
  const kept: ReportDraft = {
    ...draft,
    summary,
    overview,
    sections: sections.flatMap(({ heading, claims }) =>
      heading === null || claims.length === 0 ? [] : [{ heading, claims }],
    ),
    conflicts: conflicts.filter(({ length }) => length > 1),
    keyFindings: [...keep(draft.keyFindings), ...headless, ...unopposed],
    limitations: keep(draft.limitations),
    remainingGaps: gaps.flatMap((gap) => gap ?? []),
  };
  return { draft: draft.summary.length > 0 ? withAnswer(kept) : kept, faults, repairs };
}

/** Takes out the cells of rows and columns whose names do not hold. */
async function keepLabelled(claims: readonly Claim[], plain: DraftChecks['plain']): Promise<Claim[]> {
  const names = claims.flatMap(({ placement }) =>
    placement?.form === 'table' ? [placement.row, placement.column] : [],
  );
  const holds = new Map<string, boolean>();
  for (const name of new Set(names)) holds.set(name, (await plain(name)) !== null);
  return claims.filter(
    ({ placement }) =>
      placement?.form !== 'table' || [placement.row, placement.column].every((name) => holds.get(name)),
  );
}

/** Keeps claims by their verdicts, part by part in the order of the calls, and records what happened to the rest. */
function createKeeper(verdicts: ReadonlyMap<Claim, Verdict>) {
  const faults: string[] = [];
  const repairs: string[] = [];
  const said = saidKeys(verdicts);
  const keepOne = (claim: Claim): Claim[] => {
    const verdict = verdicts.get(claim);
    if (verdict === undefined) return [];
    if (verdict.fault === null) return [verdict.claim];
    const repaired = verdict.claim;
    const isReworded = repaired !== null && repaired.text !== claim.text;
    if (repaired === null || (isReworded && repaired.citations.every((key) => said.has(key)))) {
      faults.push(verdict.fault);
      return [];
    }
    repairs.push(verdict.repair);
    for (const key of repaired.citations) said.add(key);
    return [repaired];
  };
  return { keep: (claims: readonly Claim[]) => claims.flatMap(keepOne), faults, repairs };
}

async function judgeAll(draft: ReportDraft, cited: Check, uncited: Check): Promise<Map<Claim, Verdict>> {
  const limitations = new Set(draft.limitations);
  const verdicts = await mapWithPauses(
    allClaims(draft),
    async (claim) => [claim, await (limitations.has(claim) ? uncited : cited)(claim)] as const,
  );
  return new Map(verdicts);
}

/** Keys cited by claims that are kept unchanged. */
function saidKeys(verdicts: ReadonlyMap<Claim, Verdict>): Set<string> {
  const standing = [...verdicts.values()].filter(({ fault }) => fault === null);
  return new Set(standing.flatMap(({ claim }) => claim?.citations ?? []));
}

/** If the answer was removed, the next supported claim becomes the answer, instead of "nothing found". */
export function withAnswer<Parts extends AnsweringParts>(draft: Parts): Parts {
  if (draft.summary.length > 0) return draft;
  const { overview, keyFindings, sections } = draft;
  if (overview.length > 0) return { ...draft, summary: overview.slice(0, 1), overview: overview.slice(1) };
  if (keyFindings.length > 0) return { ...draft, summary: keyFindings.slice(0, 1), keyFindings: keyFindings.slice(1) };
  // Unjudged claims cannot be the answer.
  const section = sections.find(({ claims: [first] }) => first?.unjudged !== true);
  if (section === undefined) return draft;
  const others = sections.filter((other) => other !== section);
  const rest = { ...section, claims: section.claims.slice(1) };
  return {
    ...draft,
    summary: section.claims.slice(0, 1).map(standingAlone),
    sections: rest.claims.length > 0 ? [rest, ...others] : others,
  };
}
