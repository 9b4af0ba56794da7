import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { tailEventsCommand } from './tail.ts';

export function eventsCommand(): Command {
  return noun('events', 'What happened in your Accounts.', tailEventsCommand());
}
