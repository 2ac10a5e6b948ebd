import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { slugSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { type BriefingSetup, briefingSetupSchema } from '@plumbline/contracts/briefings/briefing-state';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import { loadProviders } from '../../configuration/provider-setup.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { createQuestions } from '../context/questions.ts';
import { type BriefingFlags, openFolder, withTools } from './briefing-folder.ts';

/** Within the folder of the briefing; made where nothing else is named. */
const STANDARD_DOCUMENTS = 'documents';
const WEB = 'web';
const DAYS: Readonly<Record<string, string>> = { daily: '*', weekdays: '1-5' };
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NEVER = 'never';
const TIMES = 'Like daily 07:00, weekdays 06:30, monday 08:00 Europe/Berlin, or never.';

/** What is typed, question by question. */
interface SetupAnswers {
  readonly title: string;
  /** "Grid fees (ACER, Terna); Battery storage" */
  readonly themes: string;
  /** "minutes, /srv/news, web" */
  readonly places: string;
  /** "weekdays 07:00 Europe/Berlin" */
  readonly times: string;
  readonly notify: boolean;
}

/** `briefing init` */
export async function initBriefing(
  context: CommandContext,
  given: string,
  { name, example = false }: BriefingFlags,
): Promise<void> {
  const refused = name === undefined ? undefined : slugSchema.safeParse(name).error;
  if (refused !== undefined) {
    throw new UsageError(`--name "${name}": ${refused.issues.map(({ message }) => message).join('; ')}`);
  }
  const setup = example ? undefined : await setupFor(context, given);
  const start = { now: new Date().toISOString(), ...(name !== undefined && { name }), ...(setup && { setup }) };
  const { written, kept } = await withTools(context, ({ init }) => init(resolve(given), start));
  const { folder, settings } = await openFolder(context, given);
  const own = (setup?.corpus ?? []).filter((place) => !isAbsolute(place));
  for (const place of own) await mkdir(resolve(folder, place), { recursive: true });
  if (name !== undefined && name !== settings.name) {
    context.output.notice(`briefing.yml was there, so the briefing keeps its name "${settings.name}".`);
  }
  context.output.result({ name: settings.name, folder, written, kept }, () => [
    `The briefing "${settings.name}" in ${folder}`,
    ...written.map((file) => `  written  ${file}`),
    ...kept.map((file) => `  kept     ${file}`),
    '',
    setup === undefined
      ? `Edit the themes, rules and sources, then run it: ${commands.runBriefing(given)}`
      : `Run it: ${commands.runBriefing(given)}`,
    ...(setup?.cron ? [`Let it run by itself: ${commands.scheduleBriefing(given)}`] : []),
  ]);
}

/**
 * Undefined: there is no terminal to ask on, or the briefing is there.
 *
 * @throws {UsageError} where nothing can be asked and the folder has files of something else
 */
async function setupFor(context: CommandContext, given: string): Promise<BriefingSetup | undefined> {
  const { config, output } = context;
  const folder = resolve(given);
  if (existsSync(join(folder, 'briefing.yml'))) return undefined;
  if (!output.isJson && config.terminal.canAsk) return askForSetup(context, given);
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  if (others.length === 0) return undefined;
  const named = others.length > 3 ? [...others.slice(0, 3), '…'] : others;
  throw new UsageError(
    `${folder} has no briefing but other files (${named.join(', ')}); nothing was written`,
    `Name a new folder, or write the example beside them: ${commands.initBriefing(given)} --example`,
  );
}

/** Asks five questions; Enter takes what is proposed. */
async function askForSetup(context: CommandContext, folder: string): Promise<BriefingSetup> {
  const { config } = context;
  const ready = (await loadProviders(config.environment)).filter(({ isReady, isGeneral }) => isReady && isGeneral);
  const providers = ready.map(({ name }) => name);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const answers = await askAll(context, titleFrom(folder), { providers, zone });
  const language = await (await context.tools()).detectLanguage(`${answers.title}. ${answers.themes}`);
  return readSetup(answers, { providers, zone, language: language === 'de' ? 'de' : 'en' });
}

async function askAll(
  context: CommandContext,
  title: string,
  { providers, zone }: Omit<Surroundings, 'language'>,
): Promise<SetupAnswers> {
  const { text, select } = await createQuestions(context, 'Nothing was written.');
  const ask = (message: string, proposed: string, faultOf: (typed: string) => string | undefined) =>
    text({
      message,
      placeholder: proposed,
      defaultValue: proposed,
      validate: (value) => faultOf(value === undefined || value === '' ? proposed : value),
    });
  const web = providers.length > 0 ? [WEB] : [];
  const about = await ask('1 of 5  What is it about?', title, (typed) => faultIn({ title: typed }));
  const whichThemes = '2 of 5  Which themes, with names that tell of them in brackets? Several with ;';
  const where = ['3 of 5  Where does it look? Folders of documents with commas', ...web].join(', and ');
  return {
    title: about,
    themes: await ask(whichThemes, about, (typed) => faultIn({ themes: typed })),
    places: await ask(where, [STANDARD_DOCUMENTS, ...web].join(', '), (typed) => placesFault(typed, providers)),
    times: await ask('4 of 5  On which days, and when?', `daily 07:00 ${zone}`, (typed) => faultIn({ times: typed })),
    notify: await select({
      message: '5 of 5  Outputs are files in its folder. Who is told of each?',
      options: [
        { value: true, label: 'everybody that notify.to names' },
        { value: false, label: 'no one' },
      ],
      initialValue: true,
    }),
  };
}

function titleFrom(folder: string): string {
  const words = basename(resolve(folder)).replace(/[-_]+/gu, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

interface Surroundings {
  /** General ones that are ready. */
  readonly providers: readonly WebProvider[];
  /** IANA name. */
  readonly zone: string;
  readonly language: string;
}

/** @throws {z.ZodError} if an answer does not fit */
export function readSetup(answers: SetupAnswers, { providers, zone, language }: Surroundings): BriefingSetup {
  const { title, notify } = answers;
  const places = listOf(answers.places, ',');
  const [provider] = places.includes(WEB) ? providers : [];
  const { cron, timezone } = readTimes(answers.times);
  return briefingSetupSchema.parse({
    title,
    language,
    notify,
    cron,
    timezone: timezone ?? zone,
    themes: readThemes(answers.themes),
    corpus: places.filter((place) => place !== WEB).map(pathOf),
    web: provider === undefined ? null : { providers: [provider] },
  });
}

/** "Grid fees (ACER, Terna); Battery storage" */
export function readThemes(typed: string): BriefingSetup['themes'] {
  return listOf(typed, ';').map((part) => {
    const [, title = part, names = ''] = /^([^()]+)\(([^()]*)\)$/u.exec(part) ?? [];
    return { title: title.trim(), actors: listOf(names, ',') };
  });
}

/** "weekdays 07:00 Europe/Berlin", "monday 8:30", "never"; an unreadable one has an empty expression. */
export function readTimes(typed: string): { readonly cron: string | null; readonly timezone: string | null } {
  const [days = '', time = '', timezone = null, ...rest] = typed.trim().split(/\s+/u);
  if (days === NEVER) return { cron: null, timezone: time === '' ? null : time };
  const weekday = WEEKDAYS.indexOf(days.toLowerCase());
  const field = DAYS[days.toLowerCase()] ?? (weekday === -1 ? undefined : String(weekday));
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/u.exec(time) ?? [];
  const isRead = field !== undefined && hour !== undefined && rest.length === 0;
  return { cron: isRead ? `${Number(minute)} ${Number(hour)} * * ${field}` : '', timezone };
}

function faultIn({ title = 'A title', themes = 'A theme', times = NEVER }: Partial<SetupAnswers>): string | undefined {
  const { cron, timezone } = readTimes(times);
  if (cron === '') return TIMES;
  const setup = { title, language: 'en', timezone: timezone ?? 'UTC', themes: readThemes(themes), cron };
  const { error } = briefingSetupSchema.safeParse({ ...setup, corpus: [], web: null, notify: true });
  return error?.issues[0]?.message;
}

function placesFault(typed: string, providers: readonly WebProvider[]): string | undefined {
  const places = listOf(typed, ',');
  if (places.length === 0) return 'A briefing needs a place to look.';
  if (places.includes(WEB) && providers.length === 0) return 'No web search is set up; npx plumbline doctor says how.';
  const missing = places.find((place) => ![WEB, STANDARD_DOCUMENTS].includes(place) && !isThere(place));
  return missing === undefined ? undefined : `There is no ${missing}.`;
}

/** As the worker finds it: from the root, but for the folder that belongs to the briefing. */
function pathOf(place: string): string {
  return place === STANDARD_DOCUMENTS && !isThere(place) ? place : realpathSync(resolve(place));
}

function isThere(place: string): boolean {
  return statSync(resolve(place), { throwIfNoEntry: false }) !== undefined;
}

function listOf(typed: string, separator: ',' | ';'): string[] {
  return typed
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
