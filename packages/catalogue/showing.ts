export { summariseFilters } from './showing/filter-summary.ts';
export { cardOf, describeItem, shownFields } from './showing/item-description.ts';
export { CATALOGUE_TASK, itemFinding, itemText } from './showing/item-finding.ts';
