import { z } from '@hono/zod-openapi';
import { changedSchema, outcomeSchema, viewSchema } from '@plumbline/page/answers/configuration';
import { TRIED_PARTS } from '../../../workers/lifecycle/configuration-tools.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { requireOperator } from '../server/users.ts';
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

const define = routesOf('Configuration');

const read = define('get', path, {
  summary: 'Which variables are set, and where; of secrets only whether',
  responses: jsonResponses('the variables', viewSchema),
});

const change = define('put', path, {
  summary: 'Replace what the settings file of the store sets; what is not valid together is refused',
  request: { body: jsonBody(changeSchema) },
  responses: jsonResponses('the variables', changedSchema),
});

const attempt = define('post', `${path}/try`, {
  summary: 'Try a part of the configuration with these values, as `doctor` does; nothing is saved',
  request: { body: jsonBody(trialSchema) },
  responses: jsonResponses('whether it works, and what to do', outcomeSchema),
});

/** `/api/configuration`: for who runs the server, and for no user. */
export function addConfigurationRoutes(api: Api, context: ApiContext): void {
  const { tools, renewWorker } = context;
  api.openapi(read, (http) => {
    requireOperator(http);
    return http.json(tools.configuration.view(), 200);
  });
  api.openapi(change, async (http) => {
    requireOperator(http);
    const draft = http.req.valid('json').values;
    requireKeptAddresses(context, draft);
    const isChanged = await tools.configuration.save(draft);
    const isRenewed = isChanged && (await renewWorker());
    const worker = isRenewed ? ('renewed' as const) : isChanged ? ('yours' as const) : ('same' as const);
    return http.json({ ...tools.configuration.view(), worker }, 200);
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
  throw new RequestProblem(403, `${moved.name}: ${key.name} is set, and would be sent to this address`, {
    remedy: `Set ${moved.name} in the environment of the server.`,
  });
}
