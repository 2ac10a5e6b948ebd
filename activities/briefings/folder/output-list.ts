import { basename, join } from 'node:path';
import type { FiledIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import {
  type BriefingOutput,
  type BriefingReading,
  briefingReadingSchema,
  type ReadBriefingClaim,
  type ReadDocumentsOn,
  type ReadSentence,
  type ReadTheme,
} from '@plumbline/contracts/briefings/briefing-reading';
import type { BriefingRecord, DocumentsOnTheme, ThemeOutput } from '@plumbline/contracts/briefings/briefing-record';
import { BRIEFING_KINDS } from '@plumbline/contracts/briefings/briefing-slot';
import { outputPathOf } from '../briefing-paths.ts';
import { readRecord, recordPathsOf } from './records.ts';
import { readText } from './text-reading.ts';

/** An output as lists show it. */
export interface ListedOutput extends BriefingOutput {
  /** Of the Markdown, relative to the folder. */
  readonly path: string;
  readonly issues: readonly FiledIssue[];
}

/** All outputs of a folder that can be read, backfills among them; newest first. */
export async function listOutputs(folder: string): Promise<ListedOutput[]> {
  const listed: ListedOutput[] = [];
  for (const kind of BRIEFING_KINDS) {
    for (const path of await recordPathsOf(folder, kind, 'all')) {
      const record = await readRecord(folder, path);
      if (record !== null) listed.push(toListed(record));
    }
  }
  return listed.sort(
    (a, b) => Date.parse(b.slot.time) - Date.parse(a.slot.time) || Number(a.isBackfill) - Number(b.isBackfill),
  );
}

function toListed({ slot, isBackfill, themes, diagnostics, issues }: BriefingRecord): ListedOutput {
  const deltas = themes.map(({ themeId, title, delta }) => ({ themeId, title, delta }));
  const path = outputPathOf(slot, isBackfill);
  return { outputId: outputIdOf(path), slot, isBackfill, path, deltas, diagnostics, issues };
}

/** Names an output within its briefing: no two kinds have slots of one name. */
function outputIdOf(path: string): string {
  return basename(path).replace(/\.(?:md|json)$/u, '');
}

/** An output for readers; null if no output has this name, or its record is damaged. */
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
  const { elsewhere } = record;
  const evidence = evidenceOf(record);
  return briefingReadingSchema.parse({
    ...record,
    outputId,
    deltas: record.themes,
    themes: record.themes.map((theme) => readTheme(theme, evidence)),
    elsewhere: elsewhere && {
      summary: readSummary(elsewhere.summary, evidence),
      documents: readDocuments(elsewhere.documents, evidence),
    },
    text,
  });
}

type Evidence = ReadonlyMap<string, ReadBriefingClaim['evidence'][number]>;

function evidenceOf({ findings }: BriefingRecord): Evidence {
  return new Map(
    findings.flatMap(({ title, locator, quotes }) =>
      quotes.map(({ key, text: quote }) => [key, { title, locator, quote }] as const),
    ),
  );
}

function evidenceBehind(citations: readonly string[], evidence: Evidence): ReadSentence['evidence'] {
  return citations.flatMap((key) => evidence.get(key) ?? []);
}

function readSummary(summary: ThemeOutput['summary'], evidence: Evidence): ReadSentence[] {
  return summary.map(({ text, citations }) => ({ text, evidence: evidenceBehind(citations, evidence) }));
}

function readDocuments({ passages, fresh, known }: DocumentsOnTheme, evidence: Evidence): ReadDocumentsOn {
  const read = passages.flatMap(({ citations, text: quote, place, day }) =>
    evidenceBehind(citations, evidence).map((source) => ({ ...source, quote, place, day })),
  );
  return { passages: read, fresh, known };
}

function readTheme(theme: ThemeOutput, evidence: Evidence): ReadTheme {
  const read = ({ citations, ...claim }: BriefingClaim): ReadBriefingClaim => ({
    ...claim,
    evidence: evidenceBehind(citations, evidence),
  });
  const summary = readSummary(theme.summary, evidence);
  const documents = theme.documents && readDocuments(theme.documents, evidence);
  const claims = theme.claims.map(read);
  return { ...theme, summary, claims, documents };
}
