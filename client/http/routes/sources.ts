import { z } from '@hono/zod-openapi';
import type { PresetName } from '@plumbline/contracts/settings/setting';
import { overviewSchema, settingSchema, sourcesSchema } from '@plumbline/page/answers/library';
import { type Setting, SETTINGS } from '../../configuration/settings.ts';
import { type Api, type ApiContext, contextFor } from '../../service/api-context.ts';
import { exampleQuestions } from '../../service/example-questions.ts';
import { tokenUserOf } from '../server/users.ts';
import { jsonResponses, routesOf } from './responses.ts';

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

/** `/api/overview`. */
export function addOverviewRoute(api: Api, context: ApiContext): void {
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
