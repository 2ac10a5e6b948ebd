import type { ReportDraft } from '../../workflows/contracts/report.ts';
import type { Statement } from '../../workflows/contracts/statement.ts';

/** What became of a statement: it stands, perhaps corrected, or it falls. */
export type Verdict =
  | { readonly statement: Statement; readonly fault: null }
  | { readonly statement: null; readonly fault: string };

type Check = (statement: Statement) => Promise<Verdict>;

/** The judgements that a draft needs. */
export interface DraftChecks {
  /** Of statements that rest on evidence. */
  readonly cited: Check;
  /** Of what the evidence cannot say: no citation is needed, but nothing may be invented. */
  readonly uncited: Check;
  /** Of headings and gaps; null when they may not stand. */
  readonly plain: (text: string) => Promise<string | null>;
}

export interface KeptDraft {
  readonly draft: ReportDraft;
  readonly faults: readonly string[];
}

type AnsweringParts = Pick<ReportDraft, 'summary' | 'overview' | 'keyFindings' | 'sections'>;

/** Takes out of a draft what does not hold, in every part of it. */
export async function keepWhatHolds(draft: ReportDraft, { cited, uncited, plain }: DraftChecks): Promise<KeptDraft> {
  const faults: string[] = [];
  const keep = async (statements: readonly Statement[], check = cited): Promise<Statement[]> => {
    const verdicts = await Promise.all(statements.map(check));
    faults.push(...verdicts.flatMap(({ fault }) => fault ?? []));
    return verdicts.flatMap(({ statement }) => statement ?? []);
  };

  const summary = await keep(draft.summary);
  const overview = await keep(draft.overview);
  const sections = [];
  for (const { heading, statements } of draft.sections) {
    sections.push({ heading: await plain(heading), statements: await keep(statements) });
  }
  const conflicts = [];
  for (const conflict of draft.conflicts) conflicts.push(await keep(conflict));

  const headless = sections.filter(({ heading }) => heading === null).flatMap(({ statements }) => statements);
  const unopposed = conflicts.filter(({ length }) => length === 1).flat();
  const kept: ReportDraft = {
    ...draft,
    summary,
    overview,
    sections: sections.flatMap(({ heading, statements }) =>
      heading === null || statements.length === 0 ? [] : [{ heading, statements }],
    ),
    conflicts: conflicts.filter(({ length }) => length > 1),
    keyFindings: [...(await keep(draft.keyFindings)), ...headless, ...unopposed],
    limitations: await keep(draft.limitations, uncited),
    remainingGaps: (await Promise.all(draft.remainingGaps.map(plain))).flatMap((gap) => gap ?? []),
  };
  return { draft: draft.summary.length > 0 ? withAnswer(kept) : kept, faults };
}

/** A report whose answer fell away answers with its next statement that holds, not with "nothing found". */
export function withAnswer<Parts extends AnsweringParts>(draft: Parts): Parts {
  if (draft.summary.length > 0) return draft;
  const { overview, keyFindings, sections } = draft;
  if (overview.length > 0) return { ...draft, summary: overview.slice(0, 1), overview: overview.slice(1) };
  if (keyFindings.length > 0) return { ...draft, summary: keyFindings.slice(0, 1), keyFindings: keyFindings.slice(1) };
  const [section, ...others] = sections;
  if (section === undefined) return draft;
  const rest = { ...section, statements: section.statements.slice(1) };
  return {
    ...draft,
    summary: section.statements.slice(0, 1),
    sections: rest.statements.length > 0 ? [rest, ...others] : others,
  };
}
