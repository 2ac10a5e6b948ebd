import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { slugSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { type BriefingSetup, briefingSetupSchema } from '@plumbline/contracts/briefings/briefing-state';
import { replaceFile } from '@plumbline/storage/files';
import { CANON_FILES, SETTINGS_FILE, STATE_FILES, THEMES_FILE } from '../briefing-paths.ts';
import { slugOf } from './canon-reading.ts';
import { cronFault } from './expected-slots.ts';
import { BriefingFileError, exists } from './text-reading.ts';
import { editYaml, snakeCased } from './yaml-document.ts';

const FILES = [SETTINGS_FILE, ...STATE_FILES, ...Object.values(CANON_FILES)];
const STANDARD_NAME = 'briefing';
/** Of a theme that was not judged yet: plausible. */
const CONVICTION = 5;

const SOURCES = `# Sources

List domains, each as an entry like "- example.org — its name". Tier 1 decided or measured what it reports, tier 2 reports with editors of
its own, tier 3 is never evidence. While nothing is listed, the list of the program decides.

## Tier 1

## Tier 2

## Tier 3
`;

export interface BriefingStart {
  /** Name of the briefing; defaults to the folder's. */
  readonly name?: string;
  /** ISO 8601 with zone: when the themes count as confirmed. */
  readonly now: string;
  /** Absent: an example. */
  readonly setup?: BriefingSetup;
}

/** Paths relative to the folder. */
export interface StartedBriefing {
  readonly written: readonly string[];
  /** What was there; nothing in it was changed. */
  readonly kept: readonly string[];
}

/**
 * Writes a briefing that works, as far as its files are missing.
 *
 * @throws {z.ZodError} if the name is no slug, and for a set-up of another form
 * @throws {BriefingFileError} if its times cannot be read; then nothing was written
 */
export async function initBriefing(folder: string, { name, now, setup }: BriefingStart): Promise<StartedBriefing> {
  const named = slugSchema.parse(name ?? nameFor(basename(resolve(folder))));
  const wanted = setup === undefined ? null : briefingSetupSchema.parse(setup);
  const fault = wanted?.cron ? cronFault(wanted.cron) : null;
  if (fault !== null) throw new BriefingFileError([`cron "${wanted?.cron ?? ''}": ${fault}; nothing was written`]);
  const written: string[] = [];
  const kept: string[] = [];
  for (const file of FILES) {
    if (await exists(join(folder, file))) kept.push(file);
    else {
      const example = await exampleOf(file, named, now);
      await replaceFile(join(folder, file), wanted === null ? example : textFor(file, example, wanted));
      written.push(file);
    }
  }
  return { written, kept };
}

/** The name of a briefing with this title. */
export function nameFor(title: string): string {
  return slugOf(title) || STANDARD_NAME;
}

async function exampleOf(file: string, name: string, now: string): Promise<string> {
  const text = await readFile(new URL(`./example/${file}`, import.meta.url), 'utf8');
  const time = new Date(now).toISOString();
  return text.replaceAll('$NAME', name).replaceAll('$NOW', time).replaceAll('$TODAY', time.slice(0, 10));
}

/** The example of a file with what a person said instead. */
function textFor(file: string, example: string, setup: BriefingSetup): string {
  if (file === SETTINGS_FILE) return settingsFor(example, setup);
  if (file === THEMES_FILE) return themesFor(example, setup);
  if (file === CANON_FILES.taxonomy) return taxonomyFor(setup);
  return file === CANON_FILES.sources ? SOURCES : example;
}

function settingsFor(example: string, { title, language, timezone, corpus, web, notify, cron }: BriefingSetup): string {
  return editYaml(SETTINGS_FILE, example, (document) => {
    for (const [key, value] of Object.entries({ title, language, timezone })) document.set(key, value);
    document.set('web', document.createNode(snakeCased(web)));
    if (corpus.length > 0) document.set('corpus', document.createNode(corpus));
    document.deleteIn(['schedules', 'weekly']);
    if (cron === null) document.delete('schedules');
    else document.setIn(['schedules', 'daily', 'cron'], cron);
    if (!notify) document.set('notify', false);
    document.set('max_state_age_hours', longestPause(cron));
  });
}

/** In hours, with half a day to spare: a weekend without a run makes no theme doubtful. */
function longestPause(cron: string | null): number {
  const days = cron?.trim().split(/\s+/u).at(-1);
  if (days === '*') return 36;
  return days === '1-5' ? 84 : 180;
}

function themesFor(example: string, setup: BriefingSetup): string {
  return editYaml(THEMES_FILE, example, (document) => {
    const firstSeen = String(document.get('updated_at')).slice(0, 10);
    const themes = namedThemes(setup).map(({ id, title, actors }) => ({
      id,
      title,
      status: 'new',
      conviction: CONVICTION,
      first_seen: firstSeen,
      tags: [],
      actors,
      mechanism: [],
      tomorrows_focus: setup.web === null ? [] : [[...actors.slice(0, 1), title].join(' ')],
      watchpoints: [],
    }));
    document.set('themes', document.createNode(themes));
  });
}

function taxonomyFor(setup: BriefingSetup): string {
  const sections = namedThemes(setup).map(({ id, title, actors }) =>
    [`## ${id}: ${title}`, ...(actors.length > 0 ? [`- Actors: ${actors.join(', ')}`] : [])].join('\n\n'),
  );
  return `# Taxonomy\n\n${sections.join('\n\n')}\n`;
}

/** Each theme with an id of its own. */
function namedThemes({ themes }: BriefingSetup) {
  const taken = new Set<string>();
  return themes.map(({ title: given, actors: named }, index) => {
    const [title = '', ...actors] = [given, ...named].map((text) => text.replace(/\s+/gu, ' '));
    const own = slugOf(title);
    const id = own === '' || taken.has(own) ? `theme-${index + 1}` : own;
    taken.add(id);
    return { id, title, actors };
  });
}
