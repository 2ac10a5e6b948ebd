// A worker that does not accept its configuration.
process.send?.({ type: 'refused', message: 'PLUMBLINE_MODEL is missing' }, undefined, undefined, () => process.exit(3));
