import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';
import type { Addition, addModel, ModelOrigin } from '@plumbline/embedding/model-addition';
import { editConfigFile, type FileSettings, trustFolder } from '../config/config-file.ts';
import {
  checkedSettings,
  configPathOf,
  describeSettings,
  isSet,
  PAGE_SETTINGS,
  readHomeSettings,
  type SettingInUse,
  withPageSettings,
  writeHomeSettings,
  readSettings,
} from '../config/settings-files.ts';
import { ADDED_MODEL_FOLDER, ConfigurationError, loadWorkerConfig } from '../config/worker-config.ts';
import { homeOf } from '../home/home-folder.ts';
import type { DoctorCheck } from './doctor.ts';
import type { HomeLifecycle } from './home-lifecycle.ts';
import type { LocalModels } from './local-models.ts';

/** What keeps a home in order. */
export interface LifecycleTools {
  /** @param sendsNotice a message to try out notifications */
  doctor(sendsNotice?: boolean): Promise<DoctorCheck[]>;
  /** What the page may set. */
  readonly configuration: ConfigurationTools;
  readonly configFiles: ConfigFiles;
  /** What model servers on this machine offer, each described in a few words; empty if one is configured. */
  findLocalModels(): Promise<string[]>;
  /** The model of meaning that runs on this machine. */
  readonly model: ModelTools;
  /** Sweeping, deleting, backing up and restoring. */
  openLifecycle(): Promise<HomeLifecycle>;
}

interface ModelTools {
  /** @param origin null: the address in the settings @throws {ModelAdditionError} */
  add(origin: ModelOrigin | null, transfer: Parameters<typeof addModel>[2]): Promise<Addition>;
  /** @returns whether there was one */
  remove(): Promise<boolean>;
}

/** Parts of a configuration that can be tried before it is saved, as `doctor` names them. */
export const TRIED_PARTS = ['model', 'embeddings', 'sources', 'scans', 'notifications'] as const;

type TriedPart = (typeof TRIED_PARTS)[number];

/** Only whether these are set is told. */
const KEYS: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: ENVIRONMENT_VARIABLES.OPENAI_API_KEY.meaning,
  PLUMBLINE_EMBEDDING_API_KEY: ENVIRONMENT_VARIABLES.PLUMBLINE_EMBEDDING_API_KEY.meaning,
  PLUMBLINE_SMTP_URL: ENVIRONMENT_VARIABLES.PLUMBLINE_SMTP_URL.meaning,
  TAVILY_API_KEY: 'key of tavily',
  BRAVE_API_KEY: 'key of brave',
  EXA_API_KEY: 'key of exa',
};

interface ConfigurationView {
  readonly variables: readonly {
    readonly name: string;
    readonly meaning: string;
    /** Null: not set, or what the environment has does not fit. */
    readonly value: string | null;
    readonly source: 'environment' | 'file' | 'default';
    /** What holds where it is not set; may be empty. */
    readonly otherwise: string;
  }[];
  readonly secrets: readonly { readonly name: string; readonly meaning: string; readonly isSet: boolean }[];
}

/** Values by name, as they are to be in the file; what is null or missing is not in it. */
type DraftSettings = Readonly<Record<string, string | null>>;

/** The config files that are read here. */
interface ConfigFiles {
  /** Every setting with its value and where that comes from. */
  describe(): readonly SettingInUse[];
  /** The file that this home reads. */
  readonly path: string;
  /** Writes settings by their names into a config file, whose other parts stay. */
  write(path: string, settings: FileSettings): Promise<void>;
  /** Lets the file of a folder set everything. @returns its path; null: it has none */
  trust(folder: string): string | null;
}

/** What the page may set for the worker of this home. */
interface ConfigurationTools {
  /** @throws {ConfigurationError} if the file is damaged */
  view(): ConfigurationView;
  /**
   * Replaces the file.
   *
   * @returns whether that changes anything
   * @throws {ConfigurationError} and saves nothing where a worker would refuse it
   */
  save(draft: DraftSettings): Promise<boolean>;
  /** Model servers on this machine; none where one is set. */
  findModels(): Promise<readonly LocalModels[]>;
  /** Whether the server of the model is there; true where it is not asked, as a service of others. */
  reachesModel(): Promise<boolean>;
  /** Never throws. */
  examine(part: TriedPart, draft: DraftSettings): Promise<DoctorCheck>;
}

export function createLifecycleTools(environment: NodeJS.ProcessEnv): LifecycleTools {
  return {
    doctor: async (sendsNotice) => (await import('./doctor.ts')).examine(environment, undefined, sendsNotice),
    configuration: createConfigurationTools(environment),
    configFiles: {
      describe: () => describeSettings(environment),
      path: configPathOf(environment),
      write: editConfigFile,
      trust: (folder) => trustFolder(folder, homeOf(environment)),
    },
    async findLocalModels() {
      const { describeLocalModels, findLocalModels } = await import('./local-models.ts');
      return (await findLocalModels(environment)).map(describeLocalModels);
    },
    model: createModelTools(environment),
    openLifecycle: async () => (await import('./home-lifecycle.ts')).createHomeLifecycle(environment),
  };
}

function createModelTools(environment: NodeJS.ProcessEnv): ModelTools {
  const variables = readSettings(environment);
  const named = variables.read('embedding.folder');
  const files = variables.read('embedding.files');
  const folder = named === undefined ? join(homeOf(environment), ADDED_MODEL_FOLDER) : resolve(named);
  const load = () => import('@plumbline/embedding/model-addition');
  return {
    async add(origin, transfer) {
      const { addModel } = await load();
      return addModel(folder, origin ?? { files }, transfer);
    },
    remove: async () => (await load()).removeModel(folder),
  };
}

export function createConfigurationTools(environment: NodeJS.ProcessEnv): ConfigurationTools {
  const read = () => usable((reject) => readHomeSettings(environment, reject));
  const view = () => viewOf(environment, read());
  return {
    view,
    async save(draft) {
      const present = readHomeSettings(environment, () => undefined);
      // What the environment hides is not in any draft, and stays.
      const hidden = Object.entries(present).filter(([name]) => isSet(environment, name));
      const chosen = { ...settingsIn(draft), ...Object.fromEntries(hidden) };
      const settings = withPageSettings(environment, present, chosen);
      loadWorkerConfig(environment, settings);
      await writeHomeSettings(environment, present, settings);
      return !isDeepStrictEqual(present, settings);
    },
    async findModels() {
      const { findLocalModels } = await import('./local-models.ts');
      return valueIn(view(), 'PLUMBLINE_MODEL') === null ? findLocalModels(environment) : [];
    },
    async reachesModel() {
      const address = valueIn(view(), 'OPENAI_BASE_URL');
      return address === null || (await import('./local-models.ts')).isThere(address);
    },
    async examine(part, draft) {
      const { examinePart } = await import('./doctor.ts');
      return examinePart(part, () =>
        loadWorkerConfig(environment, withPageSettings(environment, read(), settingsIn(draft))),
      );
    },
  };
}

function valueIn({ variables }: ConfigurationView, name: string): string | null {
  return variables.find((variable) => variable.name === name)?.value ?? null;
}

function viewOf(environment: NodeJS.ProcessEnv, settings: FileSettings): ConfigurationView {
  const variables = Object.entries(PAGE_SETTINGS).map(([name, variable]) => {
    const isFixed = isSet(environment, name);
    const given = isFixed ? environment[name]?.trim() : settings[name];
    // What does not fit may be something else, such as an address with a password.
    const value = given !== undefined && variable.schema.safeParse(given).success ? given : null;
    const source = isFixed ? ('environment' as const) : given === undefined ? ('default' as const) : ('file' as const);
    return { name, meaning: variable.meaning, value, source, otherwise: variable.default ?? variable.unset ?? '' };
  });
  const secrets = Object.entries(KEYS).map(([name, meaning]) => ({ name, meaning, isSet: isSet(environment, name) }));
  return { variables, secrets };
}

/** @throws {ConfigurationError} */
function settingsIn(draft: DraftSettings): FileSettings {
  const given = Object.entries(draft).filter(([, value]) => value !== null && value.trim() !== '');
  return usable((reject) => checkedSettings(Object.fromEntries(given), reject));
}

/** @throws {ConfigurationError} */
function usable(read: (reject: (problem: string) => void) => FileSettings): FileSettings {
  const problems: string[] = [];
  const settings = read((problem) => problems.push(problem));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return settings;
}
