// One line registers a search provider.
export { arxiv } from './arxiv.ts';
export { brave } from './brave.ts';
export { crossref } from './crossref.ts';
export { europePmc } from './europe-pmc.ts';
export { exa } from './exa.ts';
export { openalex } from './openalex.ts';
export { searxng } from './searxng.ts';
export { tavily } from './tavily.ts';
export { wikipedia } from './wikipedia.ts';
