import { clients } from './clients.ts';

export const palette = {
  goTo: 'Go to',
  do: 'Do',
  create: (one: string) => `New ${one}`,
  /** `pattern` extracts the name of the record from the typed words. */
  writing: [
    {
      write: 'log',
      begin: 'Log a call with',
      pattern: /^log (?:a )?(?:call )?(?:with )?(\S.*)$/i,
      label: (name: string) => `Log a call with ${name}`,
    },
    {
      write: 'note',
      begin: 'Write a note about',
      pattern: /^(?:write )?(?:a )?note (?:about |on )(\S.*)$/i,
      label: (name: string) => `Write a note about ${name}`,
    },
    {
      write: 'task',
      begin: 'Add a task for',
      pattern: /^(?:add )?(?:a )?task (?:for )(\S.*)$/i,
      label: (name: string) => `Add a task for ${name}`,
    },
  ],
  theme: (scheme: string) => `Theme: ${scheme}`,
  themeWords: 'mode appearance colours',
  signOutWords: 'log out logout leave',
  calendarWords: 'month week ics ical feed',
  clients: 'Clients',
  others: 'Other records',
  mails: 'Mails',
  mail: 'Mail',
  searching: 'Searching the Clients …',
  unreachable:
    'Rapport does not answer, so no Clients are found now. Check the connection and type the words again.',
  switchTo: (account: string) => `Switch to ${account}`,
  view: (kind: string, name: string) => `${kind}: ${name}`,
  members: 'Members: invite somebody to an Account',
  auditLog: 'Audit log of an Account',
  /** Pages besides Today, lists and settings, with further words that find them. */
  pages: [
    ['Deals: Table', '/deals', 'list'],
    ['Overview', '/overview', 'report figures dashboard pipeline overdue'],
    ['Reports: pipeline by stage', '/reports', 'report pipeline statistics chart weighted'],
    [
      'Reports: what changed in the pipeline',
      '/reports?report=changes',
      'report past slipped moved since monday',
    ],
    ['Reports: conversion and time in stage', '/reports?report=stages', 'report statistics days'],
    ['Reports: won and lost', '/reports?report=won-and-lost', 'report won lost reasons statistics'],
    ['Reports: forecast', '/reports?report=forecast', 'report forecast statistics expected'],
    ['Reports: activity by person', '/reports?report=activity', 'report activity statistics people'],
    ['Reports: new Clients', '/reports?report=new-clients', 'report new sources statistics'],
    ['Tasks: All', '/tasks', 'list'],
    [clients.trash.title, '/clients/deleted', 'trash bin restore undo'],
    ['Import Clients, Contacts and Deals from files', '/settings/imports', 'upload csv excel move in'],
    ['Personal Access Tokens', '/settings/account-details', 'api key'],
    ['Receive webhooks', '/developers/receive', ''],
    ['Verify a signature', '/developers/verify', 'hmac'],
    ['Event catalogue', '/developers/events', ''],
    ['API requests', '/developers/requests', 'log'],
  ] as [string, string, string][],
};
