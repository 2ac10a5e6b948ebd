export { readableVertical } from './items/readable-vertical.ts';
export { fieldNamed, filterNamed, labelIn, type VerticalDefinition } from './values/vertical-definition.ts';
