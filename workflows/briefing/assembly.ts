import type { OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingItem, ItemStatus } from '@plumbline/contracts/briefings/briefing-items';
import type { Signal } from '@plumbline/contracts/briefings/briefing-record';
import { isStanding } from '../domain/briefing/claim-conflicts.ts';
import { assembleContext, type AssembledContext, type ContextEntry } from '../domain/briefing/context-assembly.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { CorpusContext } from './corpus-context.ts';

/** Puts together what the briefing is written from, within the caps. */
export function assemble(
  run: BriefingRun,
  corpus: CorpusContext,
  items: readonly BriefingItem[],
  signals: readonly Signal[],
): AssembledContext {
  const { canon, themeBriefs, weeklies, dailies, ofThemes, acrossThemes } = corpus;
  const toDocument = ({ path, text }: { readonly path: string; readonly text: string }): ContextEntry => ({
    id: path,
    text: `${path}: ${text}`,
  });
  return assembleContext(
    {
      methodology: canon.methodology.map(({ ruleId, text }) => ({ id: ruleId, text })),
      state: stateOf(run),
      themeBriefs: [
        ...themeBriefs.map(toDocument),
        ...standingClaims(run),
        ...weeklies.map(toDocument),
        ...dailies.map(toDocument),
        ...ofThemes.flatMap(({ documents }) => documents.map(toDocument)),
      ],
      confirmed: items.filter(isOfTheme('confirmed')).map(toEntry),
      reported: items.filter(isOfTheme('reported')).map(toEntry),
      crossTheme: acrossThemes.map(toDocument),
      newSignals: signals.map(({ taxonomyId, text }) => ({ id: taxonomyId, text })),
    },
    run.settings.caps,
  );
}

/** Those items of themes that the assembly kept, in their order. */
export function keptItems({ kept }: AssembledContext, items: readonly BriefingItem[]): readonly BriefingItem[] {
  const ids = new Set([...kept.confirmed, ...kept.reported].map(({ id }) => id));
  return items.filter(({ itemId }) => ids.has(itemId));
}

function stateOf({ themes, known, openIssues, slot }: BriefingRun): ContextEntry[] {
  const critical = slot.kind === 'daily' ? openIssues.filter(({ severity }) => severity === 'critical') : [];
  return [
    ...themes.map(({ id, title, status, conviction }) => ({
      id,
      text: `${title}: ${status}, conviction ${conviction}`,
    })),
    { id: 'continuity', text: newestSection(known.continuity ?? '') },
    ...critical.map(describeIssue),
  ];
}

/** The digest has a section per slot, newest first; older ones are in the briefs. */
function newestSection(digest: string): string {
  const sections = digest.split(/^(?=## )/mu);
  return sections.find((section) => section.startsWith('## '))?.trim() ?? '';
}

function describeIssue({ key, title }: OpenIssue): ContextEntry {
  return { id: key, text: `Open: ${title}` };
}

function standingClaims({ previousClaims }: BriefingRun): ContextEntry[] {
  return previousClaims.filter(isStanding).map(({ claimId, text }) => ({ id: claimId, text }));
}

function isOfTheme(wanted: ItemStatus): (item: BriefingItem) => boolean {
  return ({ themeId, status }) => themeId !== null && status === wanted;
}

function toEntry({ itemId, text }: BriefingItem): ContextEntry {
  return { id: itemId, text };
}
