-- The folding of a text costs half as much. PostgreSQL puts the body of an SQL function in the place
-- of its call, but for one that is STRICT and has a CASE, and for an argument that costs something.
-- Without STRICT a null stays null, by folded_letters.
CREATE OR REPLACE FUNCTION folded(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "C"
    ELSE folded_letters(value) COLLATE "C" END;

CREATE OR REPLACE FUNCTION search_words(written text, details jsonb)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  found text := replace(jsonb_path_query_array(details, 'strict $.** ? (@.type() == "string" || @.type() == "number")')::text, '", "', ' ');
  wholes text;
  parts text;
BEGIN
  -- The n of a line break, written \n, would begin the next word.
  IF strpos(found, '\') > 0 THEN found := regexp_replace(found, '\\(u[0-9a-f]{4}|.)', ' ', 'g'); END IF;
  found := written || ' ' || found;
  wholes := regexp_replace(left(folded(found), 200000), '[\x01-\x1f\x7f!"#$%()*,:;<=>?[\\\]^`{|}~\u0080-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0f0b-\u0f14\u104a-\u104f\u1680\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufffc-\uffff]+', ' ', 'g');
  -- Pairs of characters of scripts without blanks: first from the first character on, then from the second on.
  IF wholes ~ '[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]' THEN
    wholes := regexp_replace(wholes, '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{1,2})', ' \1 ', 'g') || ' ' || regexp_replace(
      regexp_replace(wholes, '(^|[^\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff])([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff])', '\1 \2 ', 'g'), '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{1,2})', ' \1 ', 'g');
  END IF;
  parts := regexp_replace(wholes, '[''@._+/&-]+', ' ', 'g');
  -- What stands before or after a word would make a second one of it: +44 beside 44, inc. beside inc.
  wholes := replace(replace(replace(' ' || wholes || ' ', '''', ''), ' +', ' '), '. ', ' ');
  -- A word has at most 2046 bytes.
  IF octet_length(wholes) > 2000 THEN
    wholes := regexp_replace(wholes, '([^ ]{100})[^ ]+', '\1', 'g');
    parts := regexp_replace(parts, '([^ ]{100})[^ ]+', '\1', 'g');
  END IF;
  RETURN array_to_tsvector(array_remove(string_to_array(wholes, ' ') || string_to_array(parts, ' '), ''));
END $$;
