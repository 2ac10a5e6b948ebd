import { basename, join } from 'node:path';
import type { BriefingClaim } from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingReading, ReadBriefingClaim, ReadTheme } from '../../../workflows/contracts/briefing-reading.ts';
import type { BriefingRecord, ThemeOutput } from '../../../workflows/contracts/briefing-record.ts';
import { BRIEFING_KINDS } from '../../../workflows/contracts/briefing-slot.ts';
import { outputPathOf } from '../briefing-paths.ts';
import { readRecord, recordPathsOf } from '../folder/records.ts';
import { readText } from '../folder/text-reading.ts';

/** Names an output within its briefing: no two kinds have slots of one name. */
export function outputIdOf(path: string): string {
  return basename(path).replace(/\.(?:md|json)$/u, '');
}

/** An output for readers; null: there is none of this name, or its record is damaged. */
export async function readOutput(folder: string, outputId: string): Promise<BriefingReading | null> {
  // Only names that a listing of the folders has: a name from outside is never part of a path.
  const paths = await Promise.all(BRIEFING_KINDS.map((kind) => recordPathsOf(folder, kind, 'all')));
  const path = paths.flat().find((candidate) => outputIdOf(candidate) === outputId);
  const record = path === undefined ? null : await readRecord(folder, path);
  if (record === null) return null;
  const text = await readText(join(folder, outputPathOf(record.slot, record.isBackfill)));
  return toReading(record, outputId, text ?? '');
}

function toReading(record: BriefingRecord, outputId: string, text: string): BriefingReading {
  const { briefing, title, language, slot, isBackfill, notes, diagnostics, signals, issues, engine, requests } = record;
  const evidence = evidenceOf(record);
  return {
    outputId,
    briefing,
    title,
    language,
    slot,
    isBackfill,
    deltas: record.themes.map(({ themeId, title: theme, delta }) => ({ themeId, title: theme, delta })),
    diagnostics,
    notes,
    themes: record.themes.map((theme) => readTheme(theme, evidence)),
    signals: signals.map(({ citations: _citations, ...signal }) => signal),
    issues,
    engine,
    requests,
    text,
  };
}

type Evidence = ReadonlyMap<string, ReadBriefingClaim['evidence'][number]>;

function evidenceOf({ findings }: BriefingRecord): Evidence {
  return new Map(
    findings.flatMap(({ title, locator, quotes }) =>
      quotes.map(({ key, text: quote }) => [key, { title, locator, quote }] as const),
    ),
  );
}

function readTheme(theme: ThemeOutput, evidence: Evidence): ReadTheme {
  const { themeId, title, status, conviction, delta, caveats, focus } = theme;
  const read = ({ citations, ...claim }: BriefingClaim): ReadBriefingClaim => ({
    ...claim,
    evidence: citations.flatMap((key) => evidence.get(key) ?? []),
  });
  const summary = theme.summary.map(({ text }) => text);
  return { themeId, title, status, conviction, delta, caveats, focus, summary, claims: theme.claims.map(read) };
}
