import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { look } from './look.ts';

/** The free space of the disk of the embedded database, which a full one stops. */
export function diskGauge(registry: Registry, data_dir: string): void {
  new Gauge({
    name: 'rapport_disk_free_bytes',
    help: 'Free space of the disk with the data folder.',
    registers: [registry],
    async collect() {
      const disk = await look(() => statfs(data_dir));
      this.reset();
      if (disk) this.set(disk.bavail * disk.bsize);
    },
  });
}
