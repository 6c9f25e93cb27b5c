"""Words of whether a thing can be had."""

from typing import Final

DECLARED: Final = {
    "InStock": "instock available instockonline true yes stock instockavailable",
    "OutOfStock": "outofstock oos unavailable notavailable nostock notinstock false outstock "
    "temporarilyoutofstock currentlyunavailable",
    "SoldOut": "soldout sold",
    "PreOrder": "preorder",
    "PreSale": "presale",
    "BackOrder": "backorder availablefororder availableforbackorder onbackorder backordered "
    "availabletoorder onorder",
    "LimitedAvailability": "limitedavailability limited lowstock limitedstock",
    "Discontinued": "discontinued endoflife eol",
    "InStoreOnly": "instoreonly",
    "OnlineOnly": "onlineonly",
    "MadeToOrder": "madetoorder",
    "Reserved": "reserved",
}
"""Names that declarations use, in small letters without gaps, by schema.org's."""

SHOWN: Final = {
    "Discontinued": """
        discontinued|no longer produced|no longer sold|no longer manufactured|end of life
        |nicht mehr hergestellt|nicht mehr im sortiment|artikel wurde eingestellt|plus fabriqué
        |plus commercialisé|produit arrêté|descatalogado|fuera de catálogo|fora de linha
        |fuori produzione|fuori catalogo|niet meer leverbaar|uit assortiment|utgått|udgået
        |снят с производства|снято с производства|wycofany ze sprzedaży|ukončená výroba
    """,
    "SoldOut": """
        sold out|ausverkauft|vergriffen|épuisé|épuisée|agotado|agotada|esaurito|esaurita|esgotado
        |esgotada|uitverkocht|slutsåld|slutsålt|udsolgt|utsolgt|loppuunmyyty|vyprodáno|vypredané
        |wyprzedane|wyprzedany|elfogyott|epuizat|tükendi|tükenmiştir|продано|распродано
        |розпродано|εξαντλήθηκε|εξαντλημένο|rasprodano|разпродаден|hết hàng|habis terjual
        |stok habis|売り切れ|売切れ|完売|售罄|已售罄|售完|已售完|已售出|補貨中|품절|매진
        |สินค้าหมด|נמכר|אזל מהמלאי|نفدت الكمية|نفد من المخزون
    """,
    "OutOfStock": """
        out of stock|not in stock|no stock|0 in stock|0 available|not available
        |no longer available|currently unavailable|temporarily unavailable
        |currently not available|unavailable|temporarily out of stock|currently out of stock
        |isn t available|is not available|back in stock|back in stock soon
        |notify me when available|notify when available|email me when available|when it s back
        |not currently available|out of print|nicht verfügbar|nicht mehr verfügbar
        |nicht auf lager|nicht lieferbar|derzeit nicht verfügbar|momentan nicht verfügbar
        |zurzeit nicht lieferbar|derzeit nicht lieferbar|nicht mehr lieferbar|nicht vorrätig
        |kein bestand|rupture de stock|en rupture|en rupture de stock|indisponible|non disponible
        |pas disponible|plus disponible|n est plus disponible|actuellement indisponible
        |pas en stock|hors stock|no disponible|sin stock|sin existencias|fuera de stock
        |no hay stock|actualmente no disponible|ya no está disponible|no está disponible
        |producto no disponible|non è disponibile|non disponibile|non più disponibile
        |attualmente non disponibile|terminato|indisponível|não disponível|fora de estoque
        |sem stock|sem estoque|produto indisponível|niet op voorraad|niet beschikbaar
        |niet leverbaar|niet in voorraad|tijdelijk uitverkocht|ej i lager|inte i lager
        |slut i lager|tillfälligt slut|ej tillgänglig|ikke på lager|ikke tilgjengelig
        |ikke tilgængelig|ei varastossa|ei saatavilla|tilapäisesti loppu|brak w magazynie
        |niedostępny|niedostępna|niedostępne|produkt niedostępny|brak towaru|chwilowo niedostępny
        |není skladem|nedostupné|momentálně nedostupné|nie je na sklade|nincs készleten
        |nem elérhető|nem rendelhető|jelenleg nem elérhető|stoc epuizat|nu este în stoc
        |indisponibil|stokta yok|stoklarda yok|mevcut değil|geçici olarak temin edilemiyor
        |нет в наличии|нет на складе|отсутствует|недоступен|временно отсутствует
        |немає в наявності|немає на складі|не е наличен|няма наличност|няма в наличност
        |μη διαθέσιμο|δεν είναι διαθέσιμο|nije dostupno|nema na zalihi|ni na zalogi|nav pieejams
        |không có sẵn|tidak tersedia|在庫なし|在庫切れ|品切れ|入荷待ち|在庫がありません|缺货|缺貨
        |无货|無貨|無庫存|無現貨|暂无库存|暂时缺货|沒有庫存|已下架|到货通知|貨到通知|재고없음
        |재고 없음|일시품절|לא במלאי|לא זמין|غير متوفر|غير متاح|ناموجود
    """,
    "PreOrder": """
        pre order|preorder|pre order now|available for pre order|coming soon|vorbestellen
        |vorbestellbar|précommande|en précommande|précommander|à paraître|preventa|preordina
        |preordine|in prenotazione|pré venda|pre order nu|pre orderen|reserveer nu|förbeställ
        |förhandsboka|forudbestil|forhåndsbestill|ennakkotilaa|przedsprzedaż|předobjednávka
        |předobjednat|ön sipariş|предзаказ|предварительный заказ|передзамовлення|予約受付中
        |予約する|预售|預購|예약구매|예약판매
    """,
    "BackOrder": """
        back order|backorder|on backorder|on back order|available on backorder|backordered
        |available to order|available for order|can be backordered|special order|nachbestellt
        |auf bestellung|sur commande|bajo pedido|su ordinazione|su richiesta|sob encomenda
        |op bestelling|beställningsvara|bestillingsvare|tilaustuote|na zamówienie|na objednávku
        |rendelhető|la comandă|под заказ|під замовлення|お取り寄せ|取り寄せ|取寄せ|可訂購
    """,
    "LimitedAvailability": """
        low stock|limited stock|limited availability|only # left|only # left in stock
        |only # in stock|last # left|hurry only # left|few left|only a few left|almost gone
        |almost sold out|nur noch # auf lager|nur noch # stück|nur noch # verfügbar
        |nur noch wenige|wenige verfügbar|geringer bestand|plus que # en stock|stock limité
        |derniers exemplaires|últimas unidades|solo quedan #|quedan #|ultimi pezzi|solo # rimasti
        |últimas peças|laatste stuks|nog maar # op voorraad|få kvar|få i lager|få på lager
        |ostatnie sztuki|poslední kus|poslední kusy|utolsó darabok|мало|осталось мало|残りわずか
        |残り僅か|残り#点|库存紧张|庫存不多|仅剩
    """,
    "InStoreOnly": "in store only|only in store|available in store only|nur im markt",
    "OnlineOnly": "online only|only online|nur online",
    "MadeToOrder": """
        made to order|made on order|auf anfrage gefertigt|fait sur commande|hecho por encargo
        |受注生産
    """,
    "Reserved": "reserved|reserviert|réservé|reservado|riservato|gereserveerd",
    "InStock": """
        in stock|in stock now|available|available now|available immediately|ready to ship
        |ships today|ships within # hours|usually ships within # days|usually ships in # days
        |ships in # days|in stock online|available online|item in stock|# in stock|# available
        |available to ship|in stock and ready to ship|available for delivery|ships immediately
        |auf lager|sofort lieferbar|sofort verfügbar|lieferbar|verfügbar|vorrätig|am lager
        |ab lager|lagernd|auf lager lieferbar|sofort versandfertig|lieferzeit # tage|en stock
        |disponible|disponibles|disponible immédiatement|disponible en ligne|livraison immédiate
        |expédié sous # h
        |hay stock|en existencia|en existencias|stock disponible|entrega inmediata|disponibile
        |disponibili|disponibilità immediata|in magazzino|pronta consegna|em estoque|em stock
        |disponível|disponíveis|pronta entrega|à pronta entrega|in voorraad|op voorraad|voorradig
        |leverbaar|direct leverbaar|uit voorraad leverbaar|beschikbaar|på lager|i lager
        |finns i lager|tillgänglig|tilgængelig|tilgjengelig|varastossa|saatavilla|heti saatavilla
        |skladem|na skladě|dostupné|ihned k odeslání|na sklade|w magazynie|na stanie|dostępny
        |dostępna|dostępne|od ręki|na magazynie|készleten|raktáron|elérhető|azonnal szállítható
        |în stoc|in stoc|disponibil|stokta var|stoklarda|mevcut|в наличии|есть в наличии
        |есть на складе|на складе|в наявності|є в наявності|на складі|наличен|в наличност|налично
        |διαθέσιμο|άμεσα διαθέσιμο|σε απόθεμα|na zalihi|dostupno|na stanju|na zalogi|ir noliktavā
        |pieejams|yra sandėlyje|còn hàng|có sẵn|tersedia|stok tersedia|ada stok|มีสินค้า|במלאי
        |זמין|متوفر|متاح|متوفر في المخزون|موجود|在庫あり|在庫有り|即納|在庫がございます|有货|有貨
        |现货|現貨|有库存|庫存充足|库存充足|재고있음|재고 있음|구매가능
    """,
}
"""Phrases of pages, those that deny first; ``#`` is any number but 0."""

ASKED_TOO: Final = """
    check availability|available in|available sizes|available colors|available colours
    |available as|available from|available at|also available|now available in|disponible en
    |image unavailable|image not available|no image available|photo not available|video unavailable
    |bild nicht verfügbar|image indisponible|image non disponible|imagen no disponible
    |immagine non disponibile|imagem não disponível|imagem indisponível|afbeelding niet beschikbaar
    |afbeelding niet meer beschikbaar|bilden är inte tillgänglig|obrázek není k dispozici
    |back in stock|available again|wieder vorrätig|wieder verfügbar|de nouveau en stock
    |de nouveau disponible|di nuovo disponibile|de nuevo disponible|volverá a estar disponible
    |when available|wenn verfügbar|more options available|options available
    |verfügbar in|disponible dans|disponible para|see availability|store availability|availability
"""
"""Phrases that name availability without saying what it is."""
