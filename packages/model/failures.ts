export { ModelEndpointError, type ModelEndpointFacts, toModelEndpointError } from './engine/failed-request.ts';
export { remedyOfSilence } from './engine/request-silence.ts';
