import { type BrokenModelKind, startBrokenModel } from '../../test/support/servers/broken-model.ts';
import type { EndpointVariables } from './endpoints.ts';

/** The shortest time limit that a user can set. */
const SILENCE_SECONDS = '1';

/** Starts a useless model for an evaluation: its reports must be as good as those without a model. */
export async function openBrokenModel(kind: BrokenModelKind) {
  const model = await startBrokenModel(kind);
  const variables: EndpointVariables = {
    OPENAI_BASE_URL: model.baseURL,
    PLUMBLINE_MODEL: `broken-${kind}`,
    ...(kind === 'silent' && { PLUMBLINE_MODEL_TIMEOUT_SECONDS: SILENCE_SECONDS }),
  };
  return { variables, close: () => model.close() };
}
