import { Select } from '@mantine/core';
import { LANGUAGES, type Language } from '@rapport/contract/languages';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Form } from '../layout/form.tsx';
import { Section } from '../layout/section.tsx';
import { common } from '../texts/common.ts';
import { LANGUAGE } from '../texts/language.ts';
import { placeTexts as texts } from '../texts/place.ts';

/** The form for the language of the User's pages and mails. */
export function OwnLanguage() {
  const [language, setLanguage] = useState<Language>(LANGUAGE);
  const change = useMutation({
    mutationFn: () => request('PATCH', '/api/v2/me', { body: { language } }),
    // The server writes another page for each language.
    onSuccess: () => location.reload(),
  });
  return (
    <Section title={texts.language} about={texts.languageAbout}>
      <Form
        isOnPage
        gap="sm"
        maw={360}
        mutation={change}
        label={common.save}
        isDisabled={language === LANGUAGE}
      >
        <Select
          label={texts.language}
          allowDeselect={false}
          data={LANGUAGES.map((one) => ({ value: one, label: nameOf(one) }))}
          value={language}
          onChange={(one) => one && setLanguage(one)}
        />
      </Form>
    </Section>
  );
}

/**
 * The name of a language in that language: it is chosen by those who do not read the present one.
 */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
