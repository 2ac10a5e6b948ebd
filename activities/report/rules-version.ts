/**
 * Version of the rules that render a report, judge its claims and note its sources: bump it when an older record would
 * no longer pass them. The stored bundle in `test/fixtures/bundles` fails its test then.
 */
export const RULES_VERSION = 6;
