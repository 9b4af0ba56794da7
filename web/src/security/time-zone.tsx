import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { BROWSER_ZONE, ZONE } from '../api/zone.ts';
import { Form } from '../layout/form.tsx';
import { SearchedSelect } from '../layout/searched-select.tsx';
import { Section } from '../layout/section.tsx';
import { optionsOf, sayZone, timeZones } from '../layout/standards.ts';
import { common } from '../texts/common.ts';
import { placeTexts as texts } from '../texts/place.ts';

/** The form for the time zone of the User, whose days all pages show. */
export function OwnTimeZone() {
  const [time_zone, setTimeZone] = useState(ZONE);
  const change = useMutation({
    mutationFn: () => request('PATCH', '/api/v2/me', { body: { time_zone } }),
    // Every day and time on the pages is another one now.
    onSuccess: () => location.reload(),
  });
  return (
    <Section title={texts.ownZone} about={texts.ownZoneAbout}>
      <Form isOnPage gap="sm" maw={360} mutation={change} label={common.save} isDisabled={time_zone === ZONE}>
        <SearchedSelect
          label={texts.timeZone}
          description={BROWSER_ZONE === time_zone ? null : texts.browserZone(sayZone(BROWSER_ZONE))}
          choosesOnLeave
          allowDeselect={false}
          data={optionsOf(timeZones(), time_zone)}
          value={time_zone}
          onChange={(zone) => zone && setTimeZone(zone)}
        />
      </Form>
    </Section>
  );
}
