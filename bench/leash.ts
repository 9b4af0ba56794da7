// Preloaded into every process that a benchmark starts: none outlives the one that started it, however that one ended.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
