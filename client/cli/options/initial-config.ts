import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedHome } from '../../../workers/home/home-folder.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { createQuestions } from '../context/questions.ts';

/** What a model is asked through: where it is, which it is, and the variable of its key. */
interface Endpoint {
  readonly address: string | null;
  readonly model: string | null;
  readonly key: string | null;
}

/** What five questions ask. */
interface Answers {
  readonly folders: string;
  readonly model: Endpoint | null;
  /** `added`: the small one that runs in a process of ours. */
  readonly embedding: Endpoint | 'added' | null;
  /** Of scans. */
  readonly ocr: string;
  readonly home: string;
}

/** Services that speak the protocol, by the variable that has their key. */
const SERVICES: Readonly<Record<string, { readonly name: string; readonly address: string | null }>> = {
  OPENAI_API_KEY: { name: 'OpenAI', address: null },
  OPENROUTER_API_KEY: { name: 'OpenRouter', address: 'https://openrouter.ai/api/v1' },
  MISTRAL_API_KEY: { name: 'Mistral', address: 'https://api.mistral.ai/v1' },
  GROQ_API_KEY: { name: 'Groq', address: 'https://api.groq.com/openai/v1' },
};

const SCHEMA = fileURLToPath(new URL('../../configuration/plumbline.schema.json', import.meta.url));
const SCANS = { off: 'none', eng: 'English', deu: 'German', fra: 'French', 'deu+eng': 'German and English' };

/** `init` */
export async function initialise(context: CommandContext, takesProposals: boolean): Promise<void> {
  const { config, output } = context;
  if (!takesProposals && (!config.terminal.canAsk || output.isJson))
    throw new UsageError('the questions need a terminal, and this is not one', 'Take what is found: --yes.');
  const offers = await findOffers(context);
  const answers = takesProposals ? proposalsOf(context, offers) : await ask(context, offers);
  const path = await write(context, answers);
  const next = answers.embedding === 'added' ? [`Fetch the model of meaning: ${commands.model()}`] : [];
  output.result({ path, settings: settingsOf(answers) }, () =>
    [`Written: ${path}`, ...next, `Look at it: ${commands.config()}`, `Ask: ${commands.ask()}`].join('\n'),
  );
}

interface Offer extends Endpoint {
  readonly label: string;
}

interface Offers {
  readonly models: readonly Offer[];
  readonly embeddings: readonly Offer[];
}

/** On loopback, and by the keys in the environment. */
async function findOffers(context: CommandContext): Promise<Offers> {
  const { environment } = context.config;
  const servers = await (await context.tools()).configuration.findModels();
  const local = (kind: 'chat' | 'embedding') =>
    servers.flatMap(({ server, baseURL, [kind]: model }): Offer[] =>
      model === null ? [] : [{ label: `${model} of ${server}, on this machine`, address: baseURL, model, key: null }],
    );
  const services = Object.entries(SERVICES).flatMap(([key, { name, address }]): Offer[] =>
    (environment[key] ?? '') === '' ? [] : [{ label: `${name}, with ${key}`, address, model: null, key }],
  );
  return { models: [...local('chat'), ...services], embeddings: local('embedding') };
}

function proposalsOf({ config }: CommandContext, { models, embeddings }: Offers): Answers {
  // A service costs money, and needs the name of a model.
  const model = models.find((offer) => offer.model !== null) ?? null;
  return { folders: resolve('.'), model, embedding: embeddings[0] ?? null, ocr: 'off', home: config.home };
}

async function ask(context: CommandContext, offers: Offers): Promise<Answers> {
  const { config } = context;
  const questions = await createQuestions(context, NOTHING_WRITTEN);
  const choose = (message: string, options: readonly { value: string; label: string }[]) =>
    questions.select({ message, options: [...options] });
  const read: Read = async (message, initialValue, faultOf) =>
    (await questions.text({ message, initialValue, validate: (text) => faultOf((text ?? '').trim()) })).trim();
  const folders = await read('Where are your documents? (folders, with commas)', '.', missingFolder);
  const chosen = await choose('Which model writes?', optionsOf(offers.models, OTHER, NONE));
  const offer = offers.models[Number(chosen)] ?? null;
  // A service names no model.
  const model =
    chosen === OTHER.value
      ? await readEndpoint(read)
      : offer && { ...offer, model: offer.model ?? (await read('Name of the model', '', missingName)) };
  const meaning = await choose('Search by meaning as well?', optionsOf(offers.embeddings, ADDED, NONE));
  const scans = Object.entries(SCANS).map(([value, label]) => ({ value, label }));
  const ocr = await choose('In which language are scans, whose words have to be recognised?', scans);
  const homes = [
    { value: resolve('.plumbline'), label: 'in this folder (.plumbline)' },
    { value: sharedHome(config.environment), label: 'in one store for all folders' },
  ];
  const isFixed = (config.environment['PLUMBLINE_HOME'] ?? '') !== '';
  const home = isFixed ? config.home : await choose('Where are reports and indexes kept?', homes);
  const places = folders.split(',').map((folder) => resolve(folder.trim()));
  const embedding = meaning === ADDED.value ? ('added' as const) : (offers.embeddings[Number(meaning)] ?? null);
  return { folders: places.join('\n'), model, embedding, ocr, home };
}

const NOTHING_WRITTEN = 'Nothing was written.';
const OTHER = { value: 'other', label: 'another OpenAI-compatible server' };
const ADDED = { value: 'added', label: 'with a small model in this program (118 MB, fetched later)' };
const NONE = { value: 'none', label: 'none' };

const optionsOf = (offers: readonly Offer[], ...more: readonly { value: string; label: string }[]) => [
  ...offers.map(({ label }, index) => ({ value: String(index), label })),
  ...more,
];

const missingFolder = (text: string): string | undefined => {
  const missing = text.split(',').find((folder) => !existsSync(resolve(folder.trim())));
  return missing === undefined ? undefined : `There is no ${missing.trim()}.`;
};

const missingName = (text: string): string | undefined => (text === '' ? 'A name is needed.' : undefined);

type Read = (message: string, initial: string, faultOf: (text: string) => string | undefined) => Promise<string>;

async function readEndpoint(read: Read): Promise<Endpoint> {
  const isAddress = (text: string) => (/^https?:\/\/\S+$/u.test(text) ? undefined : 'Like http://127.0.0.1:8000/v1');
  const isName = (text: string) => (/^(?:[A-Z][A-Z0-9_]*)?$/u.test(text) ? undefined : 'A name, never the key itself.');
  const address = await read('Its address', 'http://127.0.0.1:8000/v1', isAddress);
  const model = await read('Name of the model', '', missingName);
  return { address, model, key: (await read('Variable with its key, empty for none', '', isName)) || null };
}

/** By their names, as in the table of settings. */
function settingsOf({ folders, model, embedding, ocr }: Answers): Record<string, string> {
  const meaning = embedding === 'added' ? null : embedding;
  const given = {
    'documents.folders': folders,
    OPENAI_BASE_URL: model?.address,
    OPENAI_API_KEY: model?.key,
    PLUMBLINE_MODEL: model?.model,
    PLUMBLINE_EMBEDDING_BASE_URL: meaning?.address,
    PLUMBLINE_EMBEDDING_MODEL: meaning?.model,
    PLUMBLINE_OCR: ocr === 'off' ? null : ocr,
  };
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

async function write(context: CommandContext, answers: Answers): Promise<string> {
  const { configFiles } = await context.tools();
  const path = join(answers.home, 'plumbline.yml');
  await mkdir(answers.home, { recursive: true });
  // What is kept here belongs into no commit.
  await writeFile(join(answers.home, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
  const schema = existsSync(SCHEMA) ? `# yaml-language-server: $schema=${SCHEMA}\n` : '';
  const head = `${schema}# All settings: npx plumbline config --unset. Keys stay in the environment: name their variables.\n`;
  await writeFile(path, head, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  await configFiles.write(path, settingsOf(answers));
  return path;
}
