import { z } from '@hono/zod-openapi';
import type { PresetName } from '@plumbline/contracts/settings/setting';
import { changedSchema, outcomeSchema, viewSchema } from '@plumbline/page/answers/configuration';
import { overviewSchema, settingSchema, sourcesSchema } from '@plumbline/page/answers/library';
import { TRIED_PARTS } from '../../../workers/lifecycle/lifecycle-tools.ts';
import { type Setting, SETTINGS } from '../../configuration/settings.ts';
import { type Api, type ApiContext, contextFor } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { exampleQuestions } from '../../service/served-sources.ts';
import { requireOperator, tokenUserOf } from '../server/users.ts';
import { jsonBody, jsonResponses, routesOf } from './responses.ts';

const values = z.record(z.string().max(100), z.string().max(2_000).nullable()).openapi({
  example: { PLUMBLINE_OCR: 'off' },
  description: 'what the file is to set; what is null or missing is unset',
});

const changeSchema = z.strictObject({ values }).openapi('ConfigurationChange');
const trialSchema = z
  .strictObject({ part: z.enum(TRIED_PARTS).openapi({ example: 'model' }), values })
  .openapi('ConfigurationTrial');

const path = '/api/configuration';

const defineConfiguration = routesOf('Configuration');

const read = defineConfiguration('get', path, {
  summary: 'Which variables are set, and where; of secrets only whether',
  responses: jsonResponses('the variables', viewSchema),
});

const change = defineConfiguration('put', path, {
  summary: 'Replace what the settings file of the store sets; what is not valid together is refused',
  request: { body: jsonBody(changeSchema) },
  responses: jsonResponses('the variables', changedSchema),
});

const attempt = defineConfiguration('post', `${path}/try`, {
  summary: 'Try a part of the configuration with these values, as `doctor` does; nothing is saved',
  request: { body: jsonBody(trialSchema) },
  responses: jsonResponses('whether it works, and what to do', outcomeSchema),
});

const define = routesOf('Sources');

const route = define('get', '/api/settings', {
  summary: 'The settings of a run: what each does, its range, and its value in every preset',
  responses: jsonResponses('the settings', z.object({ settings: z.array(settingSchema) })),
});

const sources = define('get', '/api/sources', {
  summary: 'What requests may search',
  responses: jsonResponses('the names to choose from', sourcesSchema),
});

const overview = define('get', '/api/overview', {
  summary: 'What answers come from: the model, and the documents in each folder, counted without reading them',
  responses: jsonResponses('model and folders', overviewSchema),
});

const engine = define('get', '/api/engine', {
  summary: 'Who writes: the model, and whether its server can be reached',
  responses: jsonResponses(
    'the model',
    overviewSchema.pick({ model: true }).extend({ isThere: z.boolean() }).openapi('Engine'),
  ),
});

/** `/api/configuration`: for who runs the server, and for no user. */
export function addConfigurationRoutes(api: Api, context: ApiContext): void {
  const { tools, renewWorker } = context;
  api.openapi(read, async (http) => {
    requireOperator(http);
    return http.json({ ...tools.configuration.view(), found: await tools.configuration.findModels() }, 200);
  });
  api.openapi(change, async (http) => {
    requireOperator(http);
    const draft = http.req.valid('json').values;
    requireKeptAddresses(context, draft);
    const isChanged = await tools.configuration.save(draft);
    const isRenewed = isChanged && (await renewWorker());
    const worker = isRenewed ? ('renewed' as const) : isChanged ? ('yours' as const) : ('same' as const);
    return http.json({ ...tools.configuration.view(), found: [], worker }, 200);
  });
  api.openapi(attempt, async (http) => {
    requireOperator(http);
    const { part, values: draft } = http.req.valid('json');
    requireKeptAddresses(context, draft);
    const { ok, outcome, detail, repair: remedy } = await tools.configuration.examine(part, draft);
    return http.json({ ok, outcome, detail, remedy }, 200);
  });
}

/**
 * Where others than the person at this machine may ask, a key of the environment goes to no address that they choose.
 *
 * @throws {RequestProblem}
 */
function requireKeptAddresses({ tools, settings }: ApiContext, draft: Readonly<Record<string, string | null>>): void {
  if (settings.token === null) return;
  const { variables, secrets } = tools.configuration.view();
  const key = secrets.find(({ name, isSet }) => isSet && /^(?:OPENAI|PLUMBLINE_EMBEDDING)_/.test(name));
  const moved = variables.find(
    ({ name, source, value }) =>
      name.endsWith('_BASE_URL') && source !== 'environment' && (draft[name]?.trim() || null) !== value,
  );
  if (key === undefined || moved === undefined) return;
  throw new RequestProblem(
    403,
    `${moved.name}: ${key.name} is set, and would be sent to this address`,
    `Set ${moved.name} in the environment of the server.`,
  );
}

/** `/api/overview` and `/api/engine`. */
export function addOverviewRoute(api: Api, context: ApiContext): void {
  api.openapi(engine, async (http) => {
    const { model } = context.settings;
    return http.json({ model, isThere: model === null || (await context.tools.configuration.reachesModel()) }, 200);
  });
  api.openapi(overview, async (http) => {
    const { tools, settings } = await contextFor(context, tokenUserOf(http));
    const { model, sources: served } = settings;
    const folders = [...served.documents].map(async ([name, directory]) => {
      const counts = await tools.countDocuments(directory, served.fileSelections).catch(() => null);
      return { name, documents: counts?.documents ?? null, unreadable: counts?.unreadable ?? 0 };
    });
    const headings = [...served.documents.values()].map((directory) =>
      tools.sampleHeadings(directory, served.fileSelections).catch(() => []),
    );
    const questions = exampleQuestions((await Promise.all(headings)).flat());
    return http.json({ model, folders: await Promise.all(folders), questions }, 200);
  });
}

/** `/api/sources`: names, never paths. */
export function addSourceRoutes(api: Api, context: ApiContext): void {
  api.openapi(sources, async (http) => {
    const { documents, catalogues, web } = (await contextFor(context, tokenUserOf(http))).settings.sources;
    return http.json(
      { documents: [...documents.keys()], catalogues: [...catalogues.keys()], web: [...(web?.providers ?? [])] },
      200,
    );
  });
}

/** `/api/settings`. */
export function addSettingRoutes(api: Api): void {
  const settings = SETTINGS.map(publicSetting);
  api.openapi(route, (http) => http.json({ settings }, 200));
}

function publicSetting(setting: Setting): z.infer<typeof settingSchema> {
  const { path, group, description, unit = null, kind, choices, ranges } = setting;
  const [range] = kind === 'list' ? [] : ranges;
  return {
    path: [...path],
    group,
    description,
    unit,
    kind,
    choices: [...choices],
    minimum: range?.minimum ?? range?.exclusiveMinimum ?? null,
    maximum: range?.maximum ?? null,
    presets: { quick: valueIn('quick'), standard: valueIn('standard'), deep: valueIn('deep') },
  };

  function valueIn(preset: PresetName): unknown {
    return (preset === 'standard' ? undefined : setting.presets?.[preset]) ?? setting.default;
  }
}
