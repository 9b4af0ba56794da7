package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
)

const toleranceS = 300

// isRecent tells whether one of the secrets signed the raw bytes of the body with a time that is at
// most five minutes from nowS. Use it beside verify, to refuse recorded deliveries.
func isRecent(body []byte, headers http.Header, secrets []string, nowS int64) bool {
	id, timestamp := headers.Get("Webhook-Id"), headers.Get("Webhook-Timestamp")
	sentS, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || sentS < nowS-toleranceS || sentS > nowS+toleranceS {
		return false
	}
	isGenuine := false
	for _, secret := range secrets {
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		hash := hmac.New(sha256.New, key)
		hash.Write([]byte(id + "." + timestamp + "."))
		hash.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(hash.Sum(nil))
		for _, signature := range strings.Fields(headers.Get("Webhook-Signature")) {
			isGenuine = isGenuine || hmac.Equal([]byte(signature), []byte(expected))
		}
	}
	return isGenuine
}
